package dev.backplane.rtl.engines;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.List;

/** The operations of {@link Operation} on whole numbers, directly from their description. */
final class ReferenceOperations {
  private ReferenceOperations() {}

  /** Inputs are not negative and fit their widths; so does the result. */
  static BigInteger compute(Cell cell, List<BigInteger> in) {
    int y = cell.output().width();
    return cut(value(cell, in, y), y);
  }

  private static BigInteger value(Cell cell, List<BigInteger> in, int y) {
    boolean signed = cell.signed();
    int wa = cell.inputs().getFirst().width();
    BigInteger a = in.getFirst();
    int wb = cell.inputs().size() > 1 ? cell.inputs().get(1).width() : 1;
    BigInteger b = in.size() > 1 ? in.get(1) : ZERO;
    BigInteger na = number(a, wa, signed);
    BigInteger nb = number(b, wb, signed);
    return switch (cell.operation()) {
      case EXTEND -> na;
      case NOT -> na.not();
      case NEG -> na.negate();
      case AND -> na.and(nb);
      case OR -> na.or(nb);
      case XOR -> na.xor(nb);
      case XNOR -> na.xor(nb).not();
      case REDUCE_AND -> bit(a.bitCount() == wa);
      case REDUCE_OR -> bit(a.signum() != 0);
      case REDUCE_XOR -> bit(a.bitCount() % 2 == 1);
      case LOGIC_NOT -> bit(a.signum() == 0);
      case LOGIC_AND -> bit(a.signum() != 0 && b.signum() != 0);
      case LOGIC_OR -> bit(a.signum() != 0 || b.signum() != 0);
      case SHL -> shift(na, b);
      case SHR -> shift(cut(na, Math.max(wa, y)), b.negate());
      case SSHR -> shift(na, b.negate());
      case SHIFTX -> shift(a, nb.negate());
      case ADD -> na.add(nb);
      case SUB -> na.subtract(nb);
      case MUL -> na.multiply(nb);
      case DIV -> nb.signum() == 0 ? ONE.negate() : na.divide(nb);
      case MOD -> nb.signum() == 0 ? na : na.remainder(nb);
      case POW -> number(na.modPow(b, ONE.shiftLeft(y)), y, false);
      case LT -> bit(na.compareTo(nb) < 0);
      case LE -> bit(na.compareTo(nb) <= 0);
      case EQ -> bit(na.equals(nb));
      case NE -> bit(!na.equals(nb));
      case GE -> bit(na.compareTo(nb) >= 0);
      case GT -> bit(na.compareTo(nb) > 0);
      case MUX -> in.get(2).signum() == 0 ? a : b;
      case PMUX -> parallelMux(a, b, in.get(2), y);
    };
  }

  private static BigInteger parallelMux(BigInteger a, BigInteger b, BigInteger s, int y) {
    if (s.signum() == 0) {
      return a;
    }
    BigInteger result = ZERO;
    for (int i = 0; i < s.bitLength(); i++) {
      if (s.testBit(i)) {
        result = result.or(cut(b.shiftRight(i * y), y));
      }
    }
    return result;
  }

  /** Shifted left, or right if the amount is negative; the amount is limited. */
  private static BigInteger shift(BigInteger a, BigInteger by) {
    int far = 1 << 16;
    int amount = by.bitLength() > 16 ? (by.signum() < 0 ? -far : far) : by.intValue();
    return a.shiftLeft(amount);
  }

  private static BigInteger number(BigInteger a, int width, boolean signed) {
    return signed && a.testBit(width - 1) ? a.subtract(ONE.shiftLeft(width)) : a;
  }

  static BigInteger cut(BigInteger a, int width) {
    return a.and(ONE.shiftLeft(width).subtract(ONE));
  }

  private static BigInteger bit(boolean value) {
    return value ? ONE : ZERO;
  }
}
