package dev.backplane.bench.vhdl;

import org.jspecify.annotations.Nullable;

/** Finds out ranges, which are constant. */
final class Ranges {
  private final Engine engine;

  Ranges(Engine engine) {
    this.engine = engine;
  }

  /**
   * A range with the type of what is in it.
   *
   * @param type the type of its elements
   * @param range the range
   */
  record Typed(Type type, Range range) {}

  /** The range of a span, an attribute, a type or a subtype. */
  Typed of(Expression expression, Context context) {
    Typed range = ifTyped(expression, context);
    if (range == null) {
      throw Refusal.invalid(expression.place(), "expected a range");
    }
    return range;
  }

  @Nullable Range ifRange(Expression expression, Context context) {
    Typed typed = ifTyped(expression, context);
    return typed == null ? null : typed.range();
  }

  @Nullable Typed ifTyped(Expression expression, Context context) {
    return switch (expression) {
      case Expression.Span span -> span(span, context);
      case Expression.Attribute attribute
          when attribute.name().equals("range") || attribute.name().equals("reverse_range") ->
          engine.attributes().range(attribute, context);
      case Expression.Subtype subtype when subtype.range() != null ->
          new Typed(
              engine.types().of(subtype.mark(), context), of(subtype.range(), context).range());
      case Expression.Simple _, Expression.Selected _ -> named(expression, context);
      default -> null;
    };
  }

  private @Nullable Typed named(Expression expression, Context context) {
    return engine.names().of(expression, null, context) instanceof Denotation.OfType(Type type)
        ? ofType(type)
        : null;
  }

  static @Nullable Typed ofType(Type type) {
    return switch (type) {
      case Type.Whole whole -> new Typed(whole, whole.range());
      case Type.Enumeration enumeration -> new Typed(enumeration, enumeration.range());
      default -> null;
    };
  }

  private Typed span(Expression.Span span, Context context) {
    boolean swap =
        span.left() instanceof Expression.Letter || span.left() instanceof Expression.Simple;
    Value right = engine.evaluator().value(span.right(), null, context);
    Value left = engine.evaluator().value(span.left(), swap ? right.type() : null, context);
    if (!left.isConstant() || !right.isConstant()) {
      throw Refusal.unsupported(
          span.place(), "the bounds of this range are computed by the hardware");
    }
    if (left.type() instanceof Type.Real) {
      return new Typed(left.type(), Range.to((long) left.real(), (long) right.real()));
    }
    Type type = left.type() instanceof Type.Whole ? Standard.INTEGER : left.type();
    return new Typed(type, new Range(left.number(), span.descending(), right.number()));
  }
}
