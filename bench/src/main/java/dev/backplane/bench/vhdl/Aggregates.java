package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.rtl.netlist.pass.Node;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evaluates aggregates. */
final class Aggregates {
  private final Engine engine;

  Aggregates(Engine engine) {
    this.engine = engine;
  }

  Value value(Expression.Aggregate aggregate, @Nullable Type expected, Context context) {
    return switch (expected) {
      case Type.Array array -> array(aggregate, array, context);
      case Type.Composite composite -> composite(aggregate, composite, context);
      case null ->
          throw Refusal.invalid(
              aggregate.place(), "nothing here tells the type of this aggregate. Qualify it");
      default ->
          throw Refusal.invalid(
              aggregate.place(), "an aggregate is no value of the type " + expected.name());
    };
  }

  private Value composite(Expression.Aggregate aggregate, Type.Composite type, Context context) {
    Map<String, Value> given = new LinkedHashMap<>();
    List<String> names = List.copyOf(type.fields().keySet());
    int position = 0;
    for (Element element : aggregate.elements()) {
      List<String> fields = new ArrayList<>();
      if (element.choices().isEmpty()) {
        if (position == names.size()) {
          throw Refusal.invalid(
              aggregate.place(),
              "%s has %d fields, and more are given".formatted(type.name(), names.size()));
        }
        fields.add(names.get(position++));
      }
      for (Expression choice : element.choices()) {
        if (choice instanceof Expression.Others) {
          names.stream().filter(name -> !given.containsKey(name)).forEach(fields::add);
        } else if (choice instanceof Expression.Simple simple) {
          fields.add(simple.name());
        } else {
          throw Refusal.invalid(choice.place(), "a field's name is expected");
        }
      }
      for (String field : fields) {
        Type of = type.fields().get(field);
        if (of == null) {
          throw Refusal.invalid(
              aggregate.place(), "the record " + type.name() + " has no field '" + field + "'");
        }
        given.put(field, fitted(element.value(), of, context));
      }
    }
    List<Value> all = new ArrayList<>();
    for (String name : names) {
      Value value = given.get(name);
      if (value == null) {
        throw Refusal.invalid(aggregate.place(), "the field '" + name + "' is not given");
      }
      all.add(value);
    }
    return joined(all, type);
  }

  private Value fitted(Expression expression, Type type, Context context) {
    return engine
        .conversions()
        .fit(engine.evaluator().value(expression, type, context), type, expression.place());
  }

  /** Values one after the other, the first one highest. */
  Value joined(List<Value> values, Type type) {
    BigInteger unknown = BigInteger.ZERO;
    BigInteger any = BigInteger.ZERO;
    List<@Nullable Node> nodes = new ArrayList<>();
    for (Value value : values) {
      int width = value.node() == null ? 0 : Bits.some(value.node()).width();
      unknown = unknown.shiftLeft(width).or(value.unknown());
      any = any.shiftLeft(width).or(value.any());
      nodes.add(value.node());
    }
    return new Value(type, engine.bits().join(nodes), unknown, any, 0);
  }

  private Value array(Expression.Aggregate aggregate, Type.Array type, Context context) {
    Type element = type.selected();
    List<Value> positional = new ArrayList<>();
    Map<Long, Value> named = new LinkedHashMap<>();
    Expression others = null;
    Range own = null;
    boolean slices = false;
    for (Element each : aggregate.elements()) {
      if (each.choices().isEmpty()) {
        Value value = elementOrSlice(each.value(), element, type, context);
        slices |= value.type().base() == type.base() && element.base() != type.base();
        positional.add(value);
      }
      for (Expression choice : each.choices()) {
        if (choice instanceof Expression.Others) {
          others = each.value();
          continue;
        }
        Range range = engine.ranges().ifRange(choice, context);
        if (range == null) {
          Value at = engine.evaluator().value(choice, type.indices().getFirst(), context);
          if (!at.isConstant()) {
            throw Refusal.unsupported(choice.place(), "a choice of an aggregate is computed");
          }
          range = Range.to(at.number(), at.number());
        } else {
          own = own == null ? range : own;
        }
        Value value = elementOrSlice(each.value(), element, type, context);
        boolean part =
            value.type().base() == type.base()
                && value.type() instanceof Type.Array
                && element.base() != type.base();
        for (int i = 0; i < range.length(); i++) {
          named.put(
              range.at(i),
              part
                  ? engine.names().slice(value, (range.length() - 1 - i) * element.width(), element)
                  : value);
        }
      }
    }
    if (slices) {
      return withSlices(positional, type, aggregate.place());
    }
    Range range = range(aggregate, type, positional.size(), named, own, others != null);
    List<Value> all = new ArrayList<>();
    Value rest = null;
    for (int i = 0; i < range.length(); i++) {
      Value value = i < positional.size() ? positional.get(i) : named.get(range.at(i));
      if (value == null) {
        if (others == null) {
          throw Refusal.invalid(aggregate.place(), "the element " + range.at(i) + " is not given");
        }
        rest = rest == null ? fitted(others, element, context) : rest;
        value = rest;
      }
      all.add(value);
    }
    if (positional.size() > range.length()
        || named.keySet().stream().anyMatch(index -> !range.contains(index))) {
      throw Refusal.invalid(
          aggregate.place(),
          "the aggregate has more elements than the %d that are needed".formatted(range.length()));
    }
    List<Range> ranges = new ArrayList<>(List.of(range));
    if (type.ranges() != null && type.ranges().size() > 1) {
      ranges.addAll(type.ranges().subList(1, type.ranges().size()));
    }
    Type.Array made = type.with(ranges);
    if (!made.isComplete() && !all.isEmpty()) {
      made = made.withElement(all.getFirst().type());
    }
    return joined(all, made);
  }

  private Value elementOrSlice(
      Expression expression, Type element, Type.Array type, Context context) {
    boolean flat = type.indices().size() == 1 && !(element instanceof Type.Array);
    if (flat && !engine.evaluator().needsContext(expression, context)) {
      Value value =
          engine
              .evaluator()
              .value(expression, element instanceof Type.Enumeration ? null : element, context);
      if (value.type().base() == type.base()) {
        return value;
      }
      return engine.conversions().fit(value, element, expression.place());
    }
    if (flat && expression instanceof Expression.Text) {
      return engine
          .evaluator()
          .value(
              expression,
              new Type.Array(type.base(), type.indices(), type.element(), null),
              context);
    }
    return fitted(expression, element, context);
  }

  private Value withSlices(List<Value> values, Type.Array type, Place place) {
    int length = 0;
    for (Value value : values) {
      length += value.type().base() == type.base() ? value.array().range().length() : 1;
    }
    Value made = joined(values, type.with(Evaluator.range(type, length)));
    return type.isConstrained() ? engine.conversions().fit(made, type, place) : made;
  }

  private static Range range(
      Expression.Aggregate aggregate,
      Type.Array type,
      int positional,
      Map<Long, Value> named,
      @Nullable Range own,
      boolean others) {
    if (type.isConstrained() && (others || named.isEmpty())) {
      return type.range();
    }
    if (others) {
      throw Refusal.invalid(
          aggregate.place(), "'others' needs a type with a range, and nothing tells it here");
    }
    if (named.isEmpty()) {
      return Evaluator.range(type, positional);
    }
    long[] indices = named.keySet().stream().mapToLong(Long::longValue).toArray();
    long low = Arrays.stream(indices).min().orElse(0);
    long high = Arrays.stream(indices).max().orElse(-1);
    boolean descending =
        (own != null && own.length() == named.size())
            ? own.descending()
            : type.isConstrained() && type.range().descending();
    if (type.isConstrained() && type.range().low() == low && type.range().high() == high) {
      return type.range();
    }
    return descending ? Range.downto(high, low) : Range.to(low, high);
  }
}
