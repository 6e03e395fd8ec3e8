package dev.backplane.rtl.netlist.pass;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.List;

/** Evaluates operations on constants, as {@link Operation} defines them. */
public final class ConstantFolding {
  private static final int FAR = 1 << 21;

  private ConstantFolding() {}

  /** The result, truncated to its width. */
  static BigInteger compute(Operation operation, boolean signed, List<Node.Fixed> in, int width) {
    return truncate(value(operation, signed, in, width), width);
  }

  private static BigInteger value(
      Operation operation, boolean signed, List<Node.Fixed> in, int width) {
    Node.Fixed first = in.getFirst();
    BigInteger a = toNumber(first, signed);
    BigInteger b = in.size() > 1 ? toNumber(in.get(1), signed) : ZERO;
    BigInteger by = in.size() > 1 ? in.get(1).value() : ZERO;
    return switch (operation) {
      case EXTEND -> a;
      case NOT -> a.not();
      case NEG -> a.negate();
      case AND -> a.and(b);
      case OR -> a.or(b);
      case XOR -> a.xor(b);
      case XNOR -> a.xor(b).not();
      case REDUCE_AND -> bit(first.value().bitCount() == first.width());
      case REDUCE_OR -> bit(a.signum() != 0);
      case REDUCE_XOR -> bit(first.value().bitCount() % 2 == 1);
      case LOGIC_NOT -> bit(a.signum() == 0);
      case LOGIC_AND -> bit(a.signum() != 0 && b.signum() != 0);
      case LOGIC_OR -> bit(a.signum() != 0 || b.signum() != 0);
      case SHL -> shift(a, by);
      case SHR -> shift(truncate(a, Math.max(first.width(), width)), by.negate());
      case SSHR -> shift(a, by.negate());
      case SHIFTX -> shift(first.value(), b.negate());
      case ADD -> a.add(b);
      case SUB -> a.subtract(b);
      case MUL -> a.multiply(b);
      case DIV -> b.signum() == 0 ? ONE.negate() : a.divide(b);
      case MOD -> b.signum() == 0 ? a : a.remainder(b);
      case POW -> a.modPow(by, ONE.shiftLeft(width));
      case LT -> bit(a.compareTo(b) < 0);
      case LE -> bit(a.compareTo(b) <= 0);
      case EQ -> bit(a.equals(b));
      case NE -> bit(!a.equals(b));
      case GE -> bit(a.compareTo(b) >= 0);
      case GT -> bit(a.compareTo(b) > 0);
      case MUX -> in.get(2).value().signum() == 0 ? first.value() : by;
      case PMUX -> selected(in, width);
    };
  }

  private static BigInteger selected(List<Node.Fixed> in, int width) {
    BigInteger select = in.get(2).value();
    BigInteger words = ZERO;
    for (int i = select.getLowestSetBit(); i >= 0 && i < select.bitLength(); i++) {
      if (select.testBit(i)) {
        words = words.or(truncate(in.get(1).value().shiftRight(i * width), width));
      }
    }
    return select.signum() == 0 ? in.getFirst().value() : words;
  }

  private static BigInteger shift(BigInteger a, BigInteger by) {
    int amount = by.bitLength() > 20 ? (by.signum() < 0 ? -FAR : FAR) : by.intValue();
    return a.shiftLeft(amount);
  }

  /** The number that bits represent. */
  public static BigInteger toNumber(Node.Fixed fixed, boolean signed) {
    BigInteger value = fixed.value();
    return signed && value.testBit(fixed.width() - 1)
        ? value.subtract(ONE.shiftLeft(fixed.width()))
        : value;
  }

  /** The lowest bits of a number. */
  public static BigInteger truncate(BigInteger a, int width) {
    return a.signum() >= 0 && a.bitLength() <= width
        ? a
        : a.and(ONE.shiftLeft(width).subtract(ONE));
  }

  private static BigInteger bit(boolean value) {
    return value ? ONE : ZERO;
  }
}
