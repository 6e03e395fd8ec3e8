package dev.backplane.rtl.frontend.verilator;

import java.math.BigInteger;

/** An index as the text of the source has it. */
sealed interface IndexTerm {
  /** A number. */
  record Literal(BigInteger value, int width, boolean signed) implements IndexTerm {}

  /** An operand that the tree has too. */
  record Operand(Expression expression) implements IndexTerm {}

  /**
   * Bits of a variable, with constant bounds. The tree has them cut as well, or has the variable if
   * they are all of its bits.
   */
  record Slice(Expression cut, IndexTerm left, IndexTerm right) implements IndexTerm {}

  /** A name that the tree has no longer: that of a constant. */
  record Constant(String name) implements IndexTerm {}

  /** An operator before its operand. */
  record Unary(String operator, IndexTerm operand) implements IndexTerm {}

  /** An operator between its operands. */
  record Binary(String operator, IndexTerm left, IndexTerm right) implements IndexTerm {}
}
