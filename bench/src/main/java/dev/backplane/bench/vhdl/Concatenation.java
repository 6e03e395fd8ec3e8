package dev.backplane.bench.vhdl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts arrays and elements one after the other. */
final class Concatenation {
  private final Engine engine;

  Concatenation(Engine engine) {
    this.engine = engine;
  }

  Value value(Expression.Binary binary, @Nullable Type expected, Context context) {
    Type.Array array = expected instanceof Type.Array wanted ? wanted : null;
    boolean leftOpen = engine.evaluator().needsContext(binary.left(), context);
    boolean rightOpen = engine.evaluator().needsContext(binary.right(), context);
    Value left = null;
    if (!leftOpen || rightOpen) {
      left = operand(binary.left(), leftOpen, array, context);
      array = array != null ? array : arrayOf(left);
    }
    Value right = operand(binary.right(), rightOpen, array, context);
    array = array != null ? array : arrayOf(right);
    if (left == null) {
      left = operand(binary.left(), true, array, context);
    }
    if (array == null) {
      throw Refusal.invalid(
          binary.place(),
          "'&' has no meaning for %s and %s".formatted(left.type().name(), right.type().name()));
    }
    Type.Array made = fitting(array, left, right, binary.place());
    int length = length(left, made) + length(right, made);
    Value a = element(left, made, binary.place());
    Value b = element(right, made, binary.place());
    Range range = range(made, length);
    if (made.element() instanceof Type.Array inner && !inner.isComplete()) {
      made = made.withElement(a.type().base() == made.base() ? a.array().element() : a.type());
    }
    return engine.aggregates().joined(List.of(a, b), made.with(range));
  }

  /** The array that both are arrays or elements of. */
  private static Type.Array fitting(Type.Array expected, Value left, Value right, Place place) {
    for (Type.Array each :
        new Type.Array[] {
          expected,
          left.type() instanceof Type.Array a ? a : expected,
          right.type() instanceof Type.Array b ? b : expected
        }) {
      if (isPart(left, each) && isPart(right, each)) {
        return each;
      }
    }
    throw Refusal.invalid(
        place,
        "'&' has no meaning for %s and %s".formatted(left.type().name(), right.type().name()));
  }

  private static boolean isPart(Value value, Type.Array array) {
    return value.type().base() == array.base() || Type.compatible(value.type(), array.element());
  }

  private static Range range(Type.Array type, int length) {
    long left = type.indices().getFirst() instanceof Type.Whole whole ? whole.range().low() : 0;
    left = left < 0 ? 0 : left;
    return type.isLogic() ? Range.to(0, length - 1L) : Range.to(left, left + length - 1L);
  }

  private Value operand(
      Expression expression, boolean open, Type.@Nullable Array array, Context context) {
    if (!open) {
      return engine
          .evaluator()
          .value(
              expression,
              expression instanceof Expression.Binary b && b.operator().equals("&") && array != null
                  ? unconstrained(array)
                  : null,
              context);
    }
    Type hint = null;
    if (array != null) {
      boolean whole =
          (expression instanceof Expression.Text && array.isText())
              || expression instanceof Expression.Binary
              || (expression instanceof Expression.Aggregate
                  && (array.element() instanceof Type.Enumeration
                      || array.element() instanceof Type.Whole));
      hint = whole ? unconstrained(array) : array.element();
    } else if (expression instanceof Expression.Letter) {
      hint = Standard.LOGIC;
    }
    return engine.evaluator().value(expression, hint, context);
  }

  private static Type.Array unconstrained(Type.Array array) {
    return new Type.Array(array.base(), array.indices(), array.element(), null);
  }

  private static Type.@Nullable Array arrayOf(Value value) {
    if (value.type() instanceof Type.Array array) {
      return unconstrained(array);
    }
    return value.type().base() == Standard.LOGIC.base()
        ? Standard.VECTOR
        : value.type().base() == Standard.CHARACTER.base()
            ? Standard.STRING
            : value.type().base() == Standard.BIT.base() ? Standard.BIT_VECTOR : null;
  }

  private static int length(Value value, Type.Array array) {
    return value.type().base() == array.base() ? value.array().range().length() : 1;
  }

  private Value element(Value value, Type.Array array, Place place) {
    return value.type().base() == array.base()
        ? value
        : engine.conversions().fit(value, array.element(), place);
  }
}
