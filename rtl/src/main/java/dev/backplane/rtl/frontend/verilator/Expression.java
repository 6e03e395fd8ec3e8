package dev.backplane.rtl.frontend.verilator;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression with the type that Verilator gave it. */
sealed interface Expression {
  /** {@return its type} */
  Type type();

  /** {@return where it stands} */
  Place place();

  /**
   * A literal.
   *
   * @param value its bits, 0 where unknown or floating
   * @param unknown its bits that are x
   * @param floating its bits that are z
   * @param text what it says if it is a string
   */
  record Constant(
      Type type,
      Place place,
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
   * @param path scopes to it, with dots; empty if it is visible by its own name
   */
  record Name(Type type, Place place, String name, String path) implements Expression {}

  /** An operation, called as Verilator calls it. */
  record Apply(Type type, Place place, String operator, List<Expression> arguments)
      implements Expression {}

  /**
   * Bits from {@code lsb} up.
   *
   * @param written how the source says which, if it does so by constants
   */
  record Bits(
      Type type,
      Place place,
      Expression from,
      Expression lsb,
      int width,
      @Nullable WrittenSelect written)
      implements Expression {}

  /**
   * An element of an array.
   *
   * @param written how the source says which, if it does so by constants
   */
  record ElementOf(
      Type type, Place place, Expression from, Expression index, @Nullable WrittenSelect written)
      implements Expression {}

  /** A member of an unpacked struct. */
  record MemberOf(Type type, Place place, Expression from, String member) implements Expression {}

  /** Elements {@code first} to {@code first + size - 1} of an array. */
  record Range(Type type, Place place, Expression from, int first) implements Expression {}

  /** A call of a function or task. */
  record Call(Type type, Place place, String name, List<Expression> arguments)
      implements Expression {}

  /** An array, element by element. */
  record Elements(Type type, Place place, List<Expression> elements) implements Expression {}

  /** What has no meaning in hardware, or none that is known here. */
  record Unsupported(Type type, Place place, String what) implements Expression {}
}
