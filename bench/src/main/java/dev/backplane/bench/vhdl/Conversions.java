package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.math.BigInteger;

/** Conversions of values: those that the source asks for, and those of assignments. */
final class Conversions {
  private final Engine engine;

  Conversions(Engine engine) {
    this.engine = engine;
  }

  Value convert(Type type, Expression expression, Context context) {
    Type expected =
        engine.evaluator().needsContext(expression, context)
            ? type
            : type instanceof Type.Real && expression instanceof Expression.Whole ? type : null;
    Value value = engine.evaluator().value(expression, expected, context);
    return switch (type) {
      case Type.Whole whole when value.type() instanceof Type.Real ->
          fit(engine.numbers().of(Math.round(value.real())), whole, expression.place());
      case Type.Real _ when value.type() instanceof Type.Whole ->
          Value.real(value.isConstant() ? (double) value.number() : 0);
      case Type.Array to
          when value.type() instanceof Type.Array from
              && Type.compatible(to.element(), from.element()) ->
          to.isConstrained()
              ? fit(value.as(to.with(from.range())), to, expression.place())
              : value.as(to.with(from.ranges() == null ? java.util.List.of() : from.ranges()));
      default -> fit(value, type, expression.place());
    };
  }

  /** The value for an object of the type. */
  Value fit(Value value, Type type, Place place) {
    if (!Type.compatible(value.type(), type)) {
      throw Refusal.invalid(
          place,
          "a value of the type %s stands where %s is needed"
              .formatted(value.type().name(), type.name()));
    }
    return switch (type) {
      case Type.Whole whole -> {
        if (value.isConstant() && !whole.range().contains(value.number())) {
          throw Refusal.invalid(
              place,
              "the number %d is outside of the range %d to %d"
                  .formatted(value.number(), whole.range().low(), whole.range().high()));
        }
        yield engine.numbers().fit(value, whole);
      }
      case Type.Array array -> {
        if (!array.isConstrained()) {
          yield value;
        }
        if (!array.isComplete()) {
          yield value.array().range().length() == array.range().length()
              ? value.as(array.withElement(value.array().element()))
              : value;
        }
        Type.Array from = value.array();
        if (from.range().length() != array.range().length() || from.width() != array.width()) {
          throw Refusal.invalid(
              place,
              "a value of %d elements stands where %d are needed"
                  .formatted(from.range().length(), array.range().length()));
        }
        yield value.as(array);
      }
      default -> value.as(type);
    };
  }

  /** The value of an object that nothing gave one: the leftmost. */
  BigInteger leftmost(Type type) {
    return switch (type) {
      case Type.Whole whole ->
          BigInteger.valueOf(whole.range().left()).and(Vectors.ones(whole.width()));
      case Type.Enumeration enumeration ->
          enumeration.isLogic() ? BigInteger.ZERO : BigInteger.valueOf(enumeration.range().left());
      case Type.Real _ -> BigInteger.ZERO;
      case Type.Array array -> {
        BigInteger each = leftmost(array.element());
        int width = array.element().width();
        BigInteger all = BigInteger.ZERO;
        if (each.signum() != 0) {
          for (int at = 0; at < array.width(); at += width) {
            all = all.or(each.shiftLeft(at));
          }
        }
        yield all;
      }
      case Type.Composite composite -> {
        BigInteger all = BigInteger.ZERO;
        for (Type field : composite.fields().values()) {
          all = all.shiftLeft(field.width()).or(leftmost(field));
        }
        yield all;
      }
    };
  }

  Value leftmostValue(Type type) {
    int width = type.width();
    Node node = width == 0 ? null : engine.bits().fixed(leftmost(type), width);
    return new Value(type, node);
  }
}
