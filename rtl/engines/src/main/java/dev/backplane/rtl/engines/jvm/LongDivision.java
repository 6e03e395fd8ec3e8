package dev.backplane.rtl.engines.jvm;

/**
 * Division of values of several limbs, in place: dividend at 0, divisor at n, quotient to 2n,
 * remainder to 3n, n limbs each. Dividing by zero gives all ones and leaves the dividend.
 *
 * <p>Long division in digits of 32 bits: a digit of the quotient is estimated from the top digits.
 * The estimate is at most two too high if the divisor's top bit is 1 (Knuth, Algorithm D).
 */
final class LongDivision {
  private static final long DIGIT = 0xFFFF_FFFFL;

  private LongDivision() {}

  static void divide(long[] s, int n) {
    int divisorDigits = digits(s, n, n);
    if (divisorDigits == 0) {
      for (int i = 0; i < n; i++) {
        s[2 * n + i] = -1;
        s[3 * n + i] = s[i];
      }
      return;
    }
    for (int i = 2 * n; i < 4 * n; i++) {
      s[i] = 0;
    }
    if (divisorDigits == 1) {
      divideByDigit(s, n, s[n]);
      return;
    }
    int dividendDigits = digits(s, 0, n);
    if (dividendDigits < divisorDigits) {
      System.arraycopy(s, 0, s, 3 * n, n);
      return;
    }
    // The dividend is shifted along with the divisor, whose top bit has to be 1: it takes one more
    // limb.
    int shift = Integer.numberOfLeadingZeros((int) digit(s, n, divisorDigits - 1));
    int u = 4 * n;
    int v = 5 * n + 1;
    shiftInto(s, 0, n, u, n + 1, shift);
    shiftInto(s, n, n, v, n, shift);
    for (int j = dividendDigits - divisorDigits; j >= 0; j--) {
      setDigit(s, 2 * n, j, divideDigit(s, u, v, j, divisorDigits));
    }
    for (int i = 0; i < n; i++) {
      s[3 * n + i] = shift == 0 ? s[u + i] : s[u + i] >>> shift | s[u + i + 1] << -shift;
    }
  }

  private static void divideByDigit(long[] s, int n, long divisor) {
    long rest = 0;
    for (int j = 2 * n - 1; j >= 0; j--) {
      long part = rest << 32 | digit(s, 0, j);
      setDigit(s, 2 * n, j, Long.divideUnsigned(part, divisor));
      rest = Long.remainderUnsigned(part, divisor);
    }
    s[3 * n] = rest;
  }

  /**
   * Computes one digit of the quotient and subtracts its multiple of the divisor from the dividend.
   */
  private static long divideDigit(long[] s, int u, int v, int j, int digits) {
    long top = digit(s, u, j + digits) << 32 | digit(s, u, j + digits - 1);
    long high = digit(s, v, digits - 1);
    long low = digit(s, v, digits - 2);
    long guess = Long.divideUnsigned(top, high);
    long rest = Long.remainderUnsigned(top, high);
    while (guess > DIGIT
        || Long.compareUnsigned(guess * low, rest << 32 | digit(s, u, j + digits - 2)) > 0) {
      guess--;
      rest += high;
      if (rest > DIGIT) {
        break;
      }
    }
    long borrow = 0;
    for (int i = 0; i < digits; i++) {
      long product = guess * digit(s, v, i);
      long difference = digit(s, u, i + j) - borrow - (product & DIGIT);
      setDigit(s, u, i + j, difference);
      borrow = (product >>> 32) - (difference >> 32);
    }
    long difference = digit(s, u, j + digits) - borrow;
    setDigit(s, u, j + digits, difference);
    if (difference >= 0) {
      return guess;
    }
    long carry = 0;
    for (int i = 0; i < digits; i++) {
      long sum = digit(s, u, i + j) + digit(s, v, i) + carry;
      setDigit(s, u, i + j, sum);
      carry = sum >>> 32;
    }
    setDigit(s, u, j + digits, digit(s, u, j + digits) + carry);
    return guess - 1;
  }

  private static void shiftInto(long[] s, int from, int n, int to, int room, int shift) {
    for (int i = 0; i < room; i++) {
      long here = i < n ? s[from + i] << shift : 0;
      long below = shift != 0 && i > 0 ? s[from + i - 1] >>> -shift : 0;
      s[to + i] = here | below;
    }
  }

  private static int digits(long[] s, int at, int n) {
    for (int i = 2 * n - 1; i >= 0; i--) {
      if (digit(s, at, i) != 0) {
        return i + 1;
      }
    }
    return 0;
  }

  private static long digit(long[] s, int at, int index) {
    return s[at + (index >> 1)] >>> ((index & 1) << 5) & DIGIT;
  }

  private static void setDigit(long[] s, int at, int index, long value) {
    int shift = (index & 1) << 5;
    int i = at + (index >> 1);
    s[i] = (s[i] & ~(DIGIT << shift)) | ((value & DIGIT) << shift);
  }
}
