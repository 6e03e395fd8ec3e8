package dev.backplane.rtl.engines.jvm;

/** Division and powers of up to 64 bits for generated code, by the rules of the netlist. */
public final class ScalarArithmetic {
  private ScalarArithmetic() {}

  /** {@return a / b, unsigned; all ones if b is 0} */
  public static long divide(long a, long b) {
    return b == 0 ? -1 : Long.divideUnsigned(a, b);
  }

  /** {@return the remainder of a / b, unsigned; a if b is 0} */
  public static long remainder(long a, long b) {
    return b == 0 ? a : Long.remainderUnsigned(a, b);
  }

  /** {@return a / b, signed; all ones if b is 0} */
  public static long divideSigned(long a, long b) {
    return b == 0 ? -1 : a / b;
  }

  /** {@return the remainder of a / b, signed; a if b is 0} */
  public static long remainderSigned(long a, long b) {
    return b == 0 ? a : a % b;
  }

  /** {@return the lowest 64 bits of a to the power b; b is unsigned} */
  public static long power(long a, long b) {
    long result = 1;
    long square = a;
    for (long left = b; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }
}
