package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression with the type that Verilator gave it. */
sealed interface Expression {
  /** {@return its type} */
  Type type();

  /** {@return its location} */
  SourceLocation location();

  /**
   * A literal.
   *
   * @param value its bits, 0 if unknown or floating
   * @param unknown its bits that are x
   * @param floating its bits that are z
   * @param text the text of a string
   */
  record Constant(
      Type type,
      SourceLocation location,
      BigInteger value,
      BigInteger unknown,
      BigInteger floating,
      String text)
      implements Expression {
    boolean isKnown() {
      return unknown.signum() == 0 && floating.signum() == 0;
    }
  }

  /**
   * A variable.
   *
   * @param name its own name
   * @param reference what the name refers to
   */
  record Name(Type type, SourceLocation location, String name, Reference reference)
      implements Expression {}

  /** An operation, with Verilator's name of the operator. */
  record Apply(Type type, SourceLocation location, String operator, List<Expression> arguments)
      implements Expression {}

  /**
   * Bits from {@code lsb} up.
   *
   * @param sourceSelect the selection in the source, if it is constant
   * @param sourceIndex the index in the source, if it is variable
   */
  record Bits(
      Type type,
      SourceLocation location,
      Expression from,
      Expression lsb,
      int width,
      @Nullable SourceSelect sourceSelect,
      @Nullable SourceIndex sourceIndex)
      implements Expression {}

  /**
   * An element of an array.
   *
   * @param sourceSelect the selection in the source, if it is constant
   * @param sourceIndex the index in the source, if it is variable
   */
  record ElementOf(
      Type type,
      SourceLocation location,
      Expression from,
      Expression index,
      @Nullable SourceSelect sourceSelect,
      @Nullable SourceIndex sourceIndex)
      implements Expression {}

  /** A member of an unpacked struct. */
  record MemberOf(Type type, SourceLocation location, Expression from, String member)
      implements Expression {}

  /** Elements {@code first} to {@code first + size - 1} of an array. */
  record Range(Type type, SourceLocation location, Expression from, int first)
      implements Expression {}

  /** A call of a function or task. */
  record Call(
      Type type,
      SourceLocation location,
      String name,
      Reference reference,
      List<Expression> arguments)
      implements Expression {}

  /** An array, element by element. */
  record Elements(Type type, SourceLocation location, List<Expression> elements)
      implements Expression {}

  /** An expression that is not supported. */
  record Unsupported(Type type, SourceLocation location, String what) implements Expression {}
}
