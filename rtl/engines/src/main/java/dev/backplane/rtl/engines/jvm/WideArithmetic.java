package dev.backplane.rtl.engines.jvm;

/**
 * Operations on values of more than 64 bits that take more than a few instructions, for generated
 * code.
 *
 * <p>All routines work in one array, so that a cycle allocates nothing: {@code n} limbs of A are at
 * index 0, {@code m} limbs of B follow, and the result, of at least {@code n} limbs, follows those.
 * The array behind the result may be overwritten. The caller extends A and B to full limbs and
 * truncates the result.
 */
public final class WideArithmetic {
  private WideArithmetic() {}

  /** A shifted left by B. */
  public static void shiftLeft(long[] s, int n, int m) {
    left(s, n, n + m, distance(s, n, m, n));
  }

  /** A shifted right by B, zeros in. */
  public static void shiftRight(long[] s, int n, int m) {
    right(s, n, n + m, distance(s, n, m, n), 0);
  }

  /** A shifted right by B, the top bit of A in. */
  public static void shiftRightSigned(long[] s, int n, int m) {
    right(s, n, n + m, distance(s, n, m, n), s[n - 1] >> 63);
  }

  /** A shifted right by B, or left by -B if B, a number with a sign, is negative. */
  public static void shiftEither(long[] s, int n, int m) {
    if (s[n + m - 1] >= 0) {
      shiftRight(s, n, m);
    } else {
      negate(s, n, m);
      shiftLeft(s, n, m);
    }
  }

  /** The shift distance in the limbs at {@code at}, at most all bits of {@code n} limbs. */
  private static int distance(long[] s, int at, int m, int n) {
    int most = n * Long.SIZE;
    for (int i = 1; i < m; i++) {
      if (s[at + i] != 0) {
        return most;
      }
    }
    return Long.compareUnsigned(s[at], most) < 0 ? (int) s[at] : most;
  }

  private static void left(long[] s, int n, int to, int by) {
    int limbs = by >>> 6;
    for (int i = n - 1; i >= 0; i--) {
      long high = i - limbs >= 0 ? s[i - limbs] << by : 0;
      long low = (by & 63) != 0 && i - limbs - 1 >= 0 ? s[i - limbs - 1] >>> -by : 0;
      s[to + i] = high | low;
    }
  }

  private static void right(long[] s, int n, int to, int by, long fill) {
    int limbs = by >>> 6;
    for (int i = 0; i < n; i++) {
      long here = i + limbs < n ? s[i + limbs] : fill;
      long above = i + limbs + 1 < n ? s[i + limbs + 1] : fill;
      s[to + i] = (by & 63) == 0 ? here : here >>> by | above << -by;
    }
  }

  private static void negate(long[] s, int at, int n) {
    long carry = 1;
    for (int i = at; i < at + n; i++) {
      s[i] = ~s[i] + carry;
      carry = carry != 0 && s[i] == 0 ? 1 : 0;
    }
  }

  /** A * B, the lowest {@code n} limbs; n equals m. */
  public static void multiply(long[] s, int n, int m) {
    product(s, 0, n, n + m, n);
  }

  /** Writes the lowest n limbs of the product of the n limbs at a and at b to another index. */
  private static void product(long[] s, int a, int b, int to, int n) {
    for (int i = 0; i < n; i++) {
      s[to + i] = 0;
    }
    for (int i = 0; i < n; i++) {
      long x = s[a + i];
      if (x == 0) {
        continue;
      }
      long carry = 0;
      for (int j = 0; i + j < n; j++) {
        long y = s[b + j];
        long low = x * y;
        long high = Math.unsignedMultiplyHigh(x, y);
        long sum = low + carry;
        high += Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        long total = sum + s[to + i + j];
        high += Long.compareUnsigned(total, sum) < 0 ? 1 : 0;
        s[to + i + j] = total;
        carry = high;
      }
    }
  }

  /** A to the power B. */
  public static void power(long[] s, int n, int m) {
    int result = n + m;
    int other = result + n;
    int square = other + n;
    System.arraycopy(s, 0, s, square, n);
    for (int i = 0; i < n; i++) {
      s[result + i] = i == 0 ? 1 : 0;
    }
    int last = n + m - 1;
    while (last >= n && s[last] == 0) {
      last--;
    }
    int bits = last < n ? 0 : (last - n) * Long.SIZE + 64 - Long.numberOfLeadingZeros(s[last]);
    for (int bit = 0; bit < bits; bit++) {
      if ((s[n + (bit >>> 6)] >>> bit & 1) != 0) {
        product(s, result, square, other, n);
        System.arraycopy(s, other, s, result, n);
      }
      product(s, square, square, other, n);
      System.arraycopy(s, other, s, square, n);
    }
  }

  /** A / B, unsigned; all ones if B is 0. Here and below, n equals m. */
  public static void divide(long[] s, int n, int m) {
    LongDivision.divide(s, n);
  }

  /** The remainder of A / B, unsigned; A if B is 0. */
  public static void remainder(long[] s, int n, int m) {
    LongDivision.divide(s, n);
    System.arraycopy(s, 3 * n, s, 2 * n, n);
  }

  /** A / B, signed, rounded to zero; all ones if B is 0. */
  public static void divideSigned(long[] s, int n, int m) {
    boolean negative = (s[n - 1] ^ s[2 * n - 1]) < 0;
    boolean byZero = isZero(s, n, n);
    magnitudes(s, n);
    LongDivision.divide(s, n);
    if (negative && !byZero) {
      negate(s, 2 * n, n);
    }
  }

  /** The remainder of A / B with the sign of A, A if B is 0. */
  public static void remainderSigned(long[] s, int n, int m) {
    boolean negative = s[n - 1] < 0;
    magnitudes(s, n);
    remainder(s, n, m);
    if (negative) {
      negate(s, 2 * n, n);
    }
  }

  private static void magnitudes(long[] s, int n) {
    if (s[n - 1] < 0) {
      negate(s, 0, n);
    }
    if (s[2 * n - 1] < 0) {
      negate(s, n, n);
    }
  }

  private static boolean isZero(long[] s, int at, int n) {
    for (int i = at; i < at + n; i++) {
      if (s[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
