package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The functions of the packages of IEEE. */
final class KnownFunctions {
  private static final Map<String, DoubleUnaryOperator> REAL =
      Map.ofEntries(
          Map.entry("sin", Math::sin),
          Map.entry("cos", Math::cos),
          Map.entry("tan", Math::tan),
          Map.entry("arctan", Math::atan),
          Map.entry("log", Math::log),
          Map.entry("log2", x -> Math.log(x) / Math.log(2)),
          Map.entry("log10", Math::log10),
          Map.entry("exp", Math::exp),
          Map.entry("sqrt", Math::sqrt),
          Map.entry("ceil", Math::ceil),
          Map.entry("floor", Math::floor),
          Map.entry("trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x)),
          Map.entry("round", x -> x < 0 ? -Math.floor(0.5 - x) : Math.floor(x + 0.5)),
          Map.entry("sign", Math::signum));

  private final Engine engine;

  KnownFunctions(Engine engine) {
    this.engine = engine;
  }

  Value call(
      String name, List<Element> elements, @Nullable Type expected, Place place, Context context) {
    List<Expression> given = new ArrayList<>();
    for (Element element : elements) {
      given.add(element.value());
    }
    if (given.isEmpty()) {
      throw Refusal.invalid(place, "'" + name + "' takes arguments");
    }
    DoubleUnaryOperator real = REAL.get(name);
    if (real != null) {
      Value value = engine.evaluator().value(given.getFirst(), Standard.REAL, context);
      return Value.real(real.applyAsDouble(value.real()));
    }
    return switch (name) {
      case "rising_edge", "falling_edge" -> edge(name, given.getFirst(), place, context);
      case "maximum", "minimum" -> extreme(name, given, expected, place, context);
      case "std_match" -> matching(given, place, context);
      case "and_reduce", "or_reduce", "xor_reduce", "nand_reduce", "nor_reduce", "xnor_reduce" ->
          new Value(
              Standard.LOGIC,
              engine
                  .operators()
                  .reduced(
                      name.substring(0, name.indexOf('_')), value(given, 0, null, context), place));
      default -> numeric(name, given, expected, place, context);
    };
  }

  private Value value(List<Expression> given, int at, @Nullable Type expected, Context context) {
    return engine.evaluator().value(given.get(at), expected, context);
  }

  private Value numeric(
      String name, List<Expression> given, @Nullable Type expected, Place place, Context context) {
    Vectors vectors = engine.vectors();
    Value first = value(given, 0, first(name, given, expected, context), context);
    switch (name) {
      case "to_integer" -> {
        require(first, Standard.isNumeric(first.type()), name, place);
        return vectors.number(first);
      }
      case "to_01", "to_x01", "to_slv", "to_suv", "to_stdlogicvector", "to_stdulogicvector" -> {
        boolean plain = name.startsWith("to_st") || name.startsWith("to_s");
        return plain && first.type() instanceof Type.Array array
            ? first.as(Standard.VECTOR.with(array.range()))
            : first;
      }
      case "to_bit" -> {
        return first.as(Standard.BIT);
      }
      case "to_stdulogic" -> {
        return first.as(Standard.LOGIC);
      }
      case "to_bitvector" -> {
        return first.as(Standard.BIT_VECTOR.with(first.array().range()));
      }
      case "is_x" -> {
        return engine.evaluator().literal(Standard.BOOLEAN, first.unknown().signum());
      }
      case "find_leftmost", "find_rightmost" -> {
        return find(name.equals("find_leftmost"), first, value(given, 1, Standard.LOGIC, context));
      }
      default -> {
        // Those with a number follow.
      }
    }
    if (given.size() < 2) {
      throw Refusal.unsupported(place, "'" + name + "' is not read");
    }
    Value second = value(given, 1, null, context);
    switch (name) {
      case "to_unsigned", "to_signed", "resize" -> {
        int length = length(second, name, place);
        Type.Array type = name.equals("to_signed") ? Standard.SIGNED : Standard.UNSIGNED;
        if (name.equals("resize")) {
          require(first, Standard.isNumeric(first.type()), name, place);
          return vectors.resize(first, length);
        }
        require(first, first.type() instanceof Type.Whole, name, place);
        return vectors.ofNumber(first, length, type);
      }
      case "shift_left", "shift_right", "rotate_left", "rotate_right" -> {
        require(first, Standard.isNumeric(first.type()), name, place);
        boolean left = name.endsWith("left");
        return name.startsWith("rotate")
            ? vectors.rotate(first, second, left, place)
            : vectors.shift(first, second, left, Standard.isSigned(first.type()));
      }
      default -> throw Refusal.unsupported(place, "'" + name + "' is not read");
    }
  }

  private @Nullable Type first(
      String name, List<Expression> given, @Nullable Type expected, Context context) {
    if (!engine.evaluator().needsContext(given.getFirst(), context)) {
      return null;
    }
    return switch (name) {
      case "to_integer" -> Standard.UNSIGNED;
      case "to_slv", "to_stdlogicvector", "find_leftmost", "find_rightmost" -> Standard.VECTOR;
      default ->
          expected instanceof Type.Array array
              ? new Type.Array(array.base(), array.indices(), array.element(), null)
              : null;
    };
  }

  private static void require(Value value, boolean holds, String name, Place place) {
    if (!holds) {
      String advice =
          value.type().base() == Standard.VECTOR.base()
              ? ". Convert it to unsigned or signed first"
              : "";
      throw Refusal.invalid(
          place, "'" + name + "' has no meaning for a " + value.type().name() + advice);
    }
  }

  private static int length(Value value, String name, Place place) {
    if (value.type() instanceof Type.Array array) {
      return array.range().length();
    }
    if (!value.isConstant()) {
      throw Refusal.unsupported(place, "the length that '" + name + "' makes is computed");
    }
    return Math.toIntExact(value.number());
  }

  private Value edge(String name, Expression of, Place place, Context context) {
    Denotation denotation = engine.names().of(of, null, context);
    if (!(denotation instanceof Denotation.OfObject(Reference reference))
        || !reference.storage().isSignal()) {
      throw Refusal.unsupported(place, "'" + name + "' is read of signals only");
    }
    NodeGraph graph = engine.bits().graph();
    Node level = Bits.some(engine.evaluator().read(reference, place, context).node());
    return new Value(
        Standard.BOOLEAN,
        graph.and(engine.event(reference), name.equals("rising_edge") ? level : graph.not(level)));
  }

  private Value extreme(
      String name, List<Expression> given, @Nullable Type expected, Place place, Context context) {
    if (given.size() != 2) {
      throw Refusal.unsupported(place, "'" + name + "' is read of two values only");
    }
    boolean open = engine.evaluator().needsContext(given.getFirst(), context);
    Value b = open ? value(given, 1, expected, context) : null;
    Value a = value(given, 0, b == null ? null : b.type(), context);
    b =
        b == null
            ? value(
                given,
                1,
                engine.evaluator().needsContext(given.get(1), context) ? a.type() : null,
                context)
            : b;
    if (a.type() instanceof Type.Real || b.type() instanceof Type.Real) {
      return Value.real(
          name.equals("maximum") ? Math.max(a.real(), b.real()) : Math.min(a.real(), b.real()));
    }
    Node less =
        Bits.some(
            engine.operators().compute(name.equals("maximum") ? ">" : "<", a, b, place).node());
    if (a.type() instanceof Type.Whole && b.type() instanceof Type.Whole) {
      return engine.numbers().select(less, a, b);
    }
    if (Standard.isNumeric(a.type()) || Standard.isNumeric(b.type())) {
      int length = Math.max(lengthOf(a), lengthOf(b));
      Type.Array type = Standard.isNumeric(a.type()) ? a.array() : b.array();
      Value x =
          a.type() instanceof Type.Whole
              ? engine.vectors().ofNumber(a, length, type)
              : engine.vectors().resize(a, length);
      Value y =
          b.type() instanceof Type.Whole
              ? engine.vectors().ofNumber(b, length, type)
              : engine.vectors().resize(b, length);
      return new Value(x.type(), engine.bits().mux(less, x.node(), y.node()));
    }
    return new Value(a.type(), engine.bits().mux(less, a.node(), b.node()));
  }

  private static int lengthOf(Value value) {
    return value.type() instanceof Type.Array array ? array.range().length() : 0;
  }

  private Value matching(List<Expression> given, Place place, Context context) {
    boolean open = engine.evaluator().needsContext(given.getFirst(), context);
    Value b = open ? value(given, 1, null, context) : null;
    Value a = value(given, 0, b == null ? null : b.type(), context);
    b =
        b == null
            ? value(
                given,
                1,
                a.type() instanceof Type.Array array
                    ? new Type.Array(array.base(), array.indices(), array.element(), null)
                    : a.type(),
                context)
            : b;
    if (lengthOf(a) != lengthOf(b)) {
      return engine.evaluator().literal(Standard.BOOLEAN, 0);
    }
    return engine.operators().compute("?=", a, b, place).as(Standard.BOOLEAN);
  }

  /** The index of the first element from an end that is equal; -1 if none is. */
  private Value find(boolean leftmost, Value vector, Value wanted) {
    Numbers numbers = engine.numbers();
    NodeGraph graph = engine.bits().graph();
    Range range = vector.array().range();
    Value found = numbers.of(-1);
    for (int i = 0; i < range.length(); i++) {
      int offset = leftmost ? range.length() - 1 - i : i;
      Node bit = graph.slice(Bits.some(vector.node()), range.length() - 1 - offset, 1);
      Node equal = graph.compare(Operation.EQ, false, bit, Bits.some(wanted.node()));
      found = numbers.select(equal, numbers.of(range.at(offset)), found);
    }
    return found;
  }
}
