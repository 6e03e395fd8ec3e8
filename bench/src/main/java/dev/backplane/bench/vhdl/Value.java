package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A value, which may be computed by the hardware.
 *
 * @param type its type, constrained; a number has the least range that is known to hold it
 * @param node its bits, the leftmost element highest; null if there is none
 * @param unknown the bits of a constant that are neither 0 nor 1, which are 0 in the node
 * @param any those of them that are '-'
 * @param real its value if it is a real number
 */
record Value(Type type, @Nullable Node node, BigInteger unknown, BigInteger any, double real) {
  Value(Type type, @Nullable Node node) {
    this(type, node, BigInteger.ZERO, BigInteger.ZERO, 0);
  }

  static Value real(double value) {
    return new Value(Standard.REAL, null, BigInteger.ZERO, BigInteger.ZERO, value);
  }

  /** The same bits as another type of the same width. */
  Value as(Type other) {
    return new Value(other, node, unknown, any, real);
  }

  boolean isConstant() {
    return node == null || node instanceof Node.Fixed;
  }

  /** {@return the bits of a constant} */
  BigInteger bits() {
    return node instanceof Node.Fixed fixed ? fixed.value() : BigInteger.ZERO;
  }

  /** {@return the number or position of a constant} */
  long number() {
    BigInteger bits = bits();
    if (type instanceof Type.Whole whole && whole.signed() && bits.testBit(type.width() - 1)) {
      return bits.subtract(BigInteger.ONE.shiftLeft(type.width())).longValue();
    }
    return bits.longValue();
  }

  Type.Array array() {
    return (Type.Array) type;
  }
}
