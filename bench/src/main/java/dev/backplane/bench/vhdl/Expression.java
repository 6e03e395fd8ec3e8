package dev.backplane.bench.vhdl;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression, a name, a range or a choice, as the source has it. */
sealed interface Expression {
  /** {@return where it begins} */
  Place place();

  /** A simple name, in lower case; operators as functions have their quotes. */
  record Simple(String name, Place place) implements Expression {}

  /** A name in a library, package, record or scope. */
  record Selected(Expression prefix, String suffix, Place place) implements Expression {}

  /** A call, a conversion, an element or a slice: only what the prefix is tells which. */
  record Applied(Expression prefix, List<Element> elements, Place place) implements Expression {}

  /** An attribute. */
  record Attribute(Expression prefix, String name, @Nullable Expression argument, Place place)
      implements Expression {}

  /** A value that is said to have a type. */
  record Qualified(Expression type, Expression value, Place place) implements Expression {}

  /** A whole number. */
  record Whole(BigInteger value, Place place) implements Expression {}

  /** A real number. */
  record RealNumber(double value, Place place) implements Expression {}

  /** A number with a unit. */
  record Physical(Expression number, String unit, Place place) implements Expression {}

  /** A character. */
  record Letter(String name, Place place) implements Expression {}

  /** A string, or the bits of a bit string. */
  record Text(String text, Place place) implements Expression {}

  /** An aggregate. */
  record Aggregate(List<Element> elements, Place place) implements Expression {}

  /** An operation with one operand. */
  record Unary(String operator, Expression operand, Place place) implements Expression {}

  /** An operation with two operands. */
  record Binary(String operator, Expression left, Expression right, Place place)
      implements Expression {}

  /** A range. */
  record Span(Expression left, boolean descending, Expression right, Place place)
      implements Expression {}

  /** A type, perhaps with constraints. */
  record Subtype(Expression mark, @Nullable Expression range, List<Element> constraint, Place place)
      implements Expression {}

  /** The choice {@code others}. */
  record Others(Place place) implements Expression {}

  /** The word {@code open}, or {@code <>}. */
  record Open(Place place) implements Expression {}

  /** An element of an aggregate, or an argument. */
  record Element(List<Expression> choices, Expression value) {}
}
