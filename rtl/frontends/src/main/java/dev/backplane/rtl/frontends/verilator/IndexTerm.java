package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.List;

/** An index as the text of the source has it. */
sealed interface IndexTerm {
  /** A number. */
  record Literal(BigInteger value, int width, boolean signed) implements IndexTerm {
    /** {@return a number without a size} */
    static Literal integer(long value) {
      return new Literal(BigInteger.valueOf(value), Integer.SIZE, true);
    }
  }

  /** An operand that the tree has too. */
  record Operand(Expression expression) implements IndexTerm {}

  /**
   * Bits of a variable, with constant bounds. The tree has them cut as well, or has the variable if
   * they are all of its bits. A member of a packed struct may be signed.
   */
  record Slice(Expression cut, IndexTerm left, IndexTerm right, boolean signed)
      implements IndexTerm {}

  /** A name that the tree has no longer: a constant, or a variable that Verilator has cut off. */
  record Named(String name) implements IndexTerm {}

  /** An operator before its operand: {@code +}, {@code -}, {@code ~}. */
  record Unary(String operator, IndexTerm operand) implements IndexTerm {}

  /** An operator of one bit, whose operand has a size of its own: {@code !}, {@code &}. */
  record Reduction(String operator, IndexTerm operand) implements IndexTerm {}

  /** A cast to a width, as {@code 4'(x)}: the operand has its own size. */
  record Resized(int width, IndexTerm operand) implements IndexTerm {}

  /** A cast to signed or unsigned: the operand has its own size. */
  record Signed(boolean signed, IndexTerm operand) implements IndexTerm {}

  /** Parts in braces, the highest first, each with a size of its own. */
  record Join(List<IndexTerm> parts) implements IndexTerm {}

  /** A conditional operator, whose condition has a size of its own. */
  record Choice(IndexTerm condition, IndexTerm then, IndexTerm otherwise) implements IndexTerm {}

  /** A comparison: one bit, of operands that have their common size. */
  record Comparison(String operator, IndexTerm left, IndexTerm right) implements IndexTerm {}

  /** {@code &&} or {@code ||}: one bit, of operands that have each its own size. */
  record Logic(String operator, IndexTerm left, IndexTerm right) implements IndexTerm {}

  /** An operator between its operands. */
  record Binary(String operator, IndexTerm left, IndexTerm right) implements IndexTerm {}
}
