package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Slices, whose bounds may be computed as long as their length is not. */
final class Slices {
  private final Engine engine;
  private final Names names;

  Slices(Engine engine, Names names) {
    this.engine = engine;
    this.names = names;
  }

  Denotation slice(
      Denotation prefix, Type.Array array, Expression.Span span, Place place, Context context) {
    Type index = array.indices().getFirst();
    Value left = engine.evaluator().value(span.left(), index, context);
    Value right = engine.evaluator().value(span.right(), index, context);
    if (left.isConstant() && right.isConstant()) {
      Range slice = new Range(left.number(), span.descending(), right.number());
      return names.fixedSlice(prefix, array, slice, place);
    }
    Linear difference = linear(span.left(), context).minus(linear(span.right(), context));
    if (!difference.terms.isEmpty()) {
      throw Refusal.unsupported(
          place, "the length of this slice is computed. Write bounds of which it can be told");
    }
    int length = (int) Math.abs(difference.constant) + 1;
    Range range = array.range();
    int each = array.selected().width();
    Value lowest = range.descending() == span.descending() ? right : left;
    Node position = names.position(lowest, range);
    Node lsb = engine.bits().scaled(position, each);
    Range slice = span.descending() ? Range.downto(length - 1L, 0) : Range.to(0, length - 1L);
    Type type = array.with(slice);
    int width = type.width();
    if (prefix instanceof Denotation.OfObject(Reference reference)) {
      return new Denotation.OfObject(reference.step(new Reference.Step.Window(lsb, width), type));
    }
    Node word = Bits.some(((Denotation.OfValue) prefix).value().node());
    return new Denotation.OfValue(
        new Value(type, engine.bits().slice(engine.bits().shiftRight(word, lsb), 0, width)));
  }

  /** A sum of computed terms. */
  private static final class Linear {
    private final Map<Node, Long> terms = new HashMap<>();
    private long constant;

    Linear add(Linear other, long factor) {
      constant += factor * other.constant;
      other.terms.forEach((node, times) -> terms.merge(node, factor * times, Long::sum));
      terms.values().removeIf(times -> times == 0);
      return this;
    }

    Linear minus(Linear other) {
      return add(other, -1);
    }
  }

  private Linear linear(Expression expression, Context context) {
    Linear made = new Linear();
    if (expression instanceof Expression.Binary binary
        && List.of("+", "-", "*").contains(binary.operator())) {
      Linear left = linear(binary.left(), context);
      Linear right = linear(binary.right(), context);
      switch (binary.operator()) {
        case "+" -> {
          return made.add(left, 1).add(right, 1);
        }
        case "-" -> {
          return made.add(left, 1).add(right, -1);
        }
        default -> {
          if (right.terms.isEmpty()) {
            return made.add(left, right.constant);
          }
          if (left.terms.isEmpty()) {
            return made.add(right, left.constant);
          }
        }
      }
    }
    Value value = engine.evaluator().value(expression, Standard.INTEGER, context);
    if (value.isConstant()) {
      made.constant = value.number();
    } else {
      made.terms.put(Bits.some(value.node()), 1L);
    }
    return made;
  }
}
