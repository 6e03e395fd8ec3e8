package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions: to constants, and to what the hardware computes. */
final class Evaluator {
  private final Engine engine;

  Evaluator(Engine engine) {
    this.engine = engine;
  }

  /**
   * A value.
   *
   * @param expression the expression
   * @param expected the type that it should have, where literals may have several; null if unknown
   * @param context where it stands
   */
  Value value(Expression expression, @Nullable Type expected, Context context) {
    return switch (expression) {
      case Expression.Whole whole -> {
        if (whole.value().bitLength() > 62) {
          throw Refusal.invalid(whole.place(), whole.value() + " does not fit an integer");
        }
        yield expected instanceof Type.Real
            ? Value.real(whole.value().doubleValue())
            : engine.numbers().of(whole.value().longValue());
      }
      case Expression.RealNumber real -> Value.real(real.value());
      case Expression.Physical _ -> Value.real(0);
      case Expression.Text text -> text(text, expected);
      case Expression.Aggregate aggregate ->
          engine.aggregates().value(aggregate, expected, context);
      case Expression.Qualified qualified -> {
        Type type = engine.types().of(qualified.type(), context);
        yield engine
            .conversions()
            .fit(value(qualified.value(), type, context), type, qualified.place());
      }
      case Expression.Unary unary -> engine.operators().unary(unary, expected, context);
      case Expression.Binary binary -> engine.operators().binary(binary, expected, context);
      case Expression.Span span -> throw Refusal.invalid(span.place(), "a range has no value");
      case Expression.Open open -> throw Refusal.invalid(open.place(), "'open' has no value");
      case Expression.Others others ->
          throw Refusal.invalid(others.place(), "'others' has no value here");
      default ->
          of(engine.names().of(expression, expected, context), expression, expected, context);
    };
  }

  private Value of(
      Denotation denotation, Expression from, @Nullable Type expected, Context context) {
    return switch (denotation) {
      case Denotation.OfValue(Value value) -> value;
      case Denotation.OfObject(Reference reference) -> read(reference, from.place(), context);
      case Denotation.OfType(Type type) ->
          throw Refusal.invalid(from.place(), "'" + type.name() + "' is a type, not a value");
      case Denotation.OfScope _ ->
          throw Refusal.invalid(from.place(), "a package or library has no value");
      case Denotation.OfSeveral(String name, List<Symbol> symbols) ->
          named(name, symbols, from, expected, context);
    };
  }

  /** A literal, or a call without arguments. */
  private Value named(
      String name,
      List<Symbol> symbols,
      Expression from,
      @Nullable Type expected,
      Context context) {
    Symbol.Literal first = null;
    for (Symbol symbol : symbols) {
      if (symbol instanceof Symbol.Literal literal) {
        if (expected != null && literal.type().base() == expected.base()) {
          return literal(literal.type(), literal.position());
        }
        boolean usual = literal.type().isLogic();
        first = first == null || usual ? literal : first;
      }
    }
    if (first != null && expected instanceof Type.Enumeration enumeration) {
      throw Refusal.invalid(
          from.place(), "%s is no value of the type %s".formatted(name, enumeration.name()));
    }
    if (first != null) {
      return literal(first.type(), first.position());
    }
    return engine.calls().function(name, symbols, List.of(), expected, from.place(), context);
  }

  Value literal(Type.Enumeration type, int position) {
    if (!type.isLogic()) {
      return new Value(type, engine.bits().graph().fixed(position, type.width()));
    }
    String name = type.literals().get(position);
    boolean one = name.equals("'1'") || name.equals("'H'");
    boolean known = one || name.equals("'0'") || name.equals("'L'");
    return new Value(
        type,
        engine.bits().graph().fixed(one ? 1 : 0, 1),
        known ? BigInteger.ZERO : BigInteger.ONE,
        name.equals("'-'") ? BigInteger.ONE : BigInteger.ZERO,
        0);
  }

  private Value text(Expression.Text text, @Nullable Type expected) {
    Type.Array type;
    if (expected instanceof Type.Array array && array.isText()) {
      type = array;
    } else if (expected != null) {
      throw Refusal.invalid(
          text.place(), "a string of characters is no value of the type " + expected.name());
    } else {
      type = text.text().matches("[01UXZWLH-]*") ? Standard.VECTOR : Standard.STRING;
    }
    Type.Enumeration letters = (Type.Enumeration) type.element();
    int length = text.text().length();
    BigInteger bits = BigInteger.ZERO;
    BigInteger unknown = BigInteger.ZERO;
    BigInteger any = BigInteger.ZERO;
    int width = letters.width();
    for (int i = 0; i < length; i++) {
      int position = letters.literals().indexOf("'" + text.text().charAt(i) + "'");
      if (position < 0) {
        throw Refusal.invalid(
            text.place(),
            "'%s' is no value of %s, the elements of %s"
                .formatted(text.text().charAt(i), letters.name(), type.name()));
      }
      Value letter = literal(letters, position);
      bits = bits.shiftLeft(width).or(letter.bits());
      unknown = unknown.shiftLeft(width).or(letter.unknown());
      any = any.shiftLeft(width).or(letter.any());
    }
    Range range = range(type, length);
    Node node = length == 0 ? null : engine.bits().fixed(bits, length * width);
    return new Value(type.with(range), node, unknown, any, 0);
  }

  /** The range of a value without one of its own. */
  static Range range(Type.Array type, int length) {
    if (type.isConstrained() && type.range().length() == length) {
      return type.range();
    }
    long left = 0;
    if (type.indices().getFirst() instanceof Type.Whole whole) {
      left = whole.range().left();
    }
    return Range.to(left, left + length - 1);
  }

  Value read(Reference reference, Place place, Context context) {
    Storage storage = reference.storage();
    int width = storage.type().width();
    List<Reference.Step> steps = reference.steps();
    Node node;
    MemoryUse memory = engine.memories().get(storage);
    if (memory != null && !steps.isEmpty()) {
      Node word = engine.targets().word(memory, steps, context);
      return value(reference, word, steps.subList(1, steps.size()));
    }
    if (storage.isSignal()) {
      node = width == 0 ? null : engine.whole(storage);
    } else {
      node = context.state().get(storage);
      if (node == null && width > 0) {
        throw Refusal.unsupported(
            place, "the variable '" + storage.name() + "' is not one of this process");
      }
    }
    return value(reference, node, steps);
  }

  private Value value(Reference reference, @Nullable Node whole, List<Reference.Step> steps) {
    Node node = whole;
    for (Reference.Step step : steps) {
      node =
          switch (step) {
            case Reference.Step.Fixed(int lsb, int width) -> engine.bits().slice(node, lsb, width);
            case Reference.Step.Chosen(Node position, int count, int width) ->
                engine.bits().pick(node, position, count, width);
            case Reference.Step.Window(Node lsb, int width) ->
                node == null
                    ? null
                    : engine.bits().slice(engine.bits().shiftRight(node, lsb), 0, width);
          };
    }
    return reference.type() instanceof Type.Whole type
        ? engine.numbers().read(type, Bits.some(node))
        : new Value(reference.type(), node);
  }

  /** A condition, as one bit. */
  Node condition(Expression expression, Context context) {
    Value value = value(expression, Standard.BOOLEAN, context, Standard.LOGIC);
    if (value.type().base() != Standard.BOOLEAN.base()
        && value.type().base() != Standard.LOGIC.base()
        && value.type().base() != Standard.BIT.base()) {
      throw Refusal.invalid(
          expression.place(), "a condition is a boolean or a bit, not a " + value.type().name());
    }
    return Bits.some(value.node());
  }

  private Value value(Expression expression, Type expected, Context context, Type otherwise) {
    return expression instanceof Expression.Letter
        ? value(expression, otherwise, context)
        : value(
            expression,
            expression instanceof Expression.Simple || expression instanceof Expression.Applied
                ? null
                : expected,
            context);
  }

  /** {@return whether only its surroundings tell the type of an expression} */
  boolean needsContext(Expression expression, Context context) {
    return switch (expression) {
      case Expression.Text _, Expression.Letter _, Expression.Aggregate _ -> true;
      case Expression.Simple simple -> {
        List<Symbol> found = context.scope().find(simple.name());
        yield found.size() > 1 && found.getFirst() instanceof Symbol.Literal;
      }
      case Expression.Binary binary ->
          !Operators.RELATIONS.contains(binary.operator())
              && needsContext(binary.left(), context)
              && needsContext(binary.right(), context);
      case Expression.Unary unary -> needsContext(unary.operand(), context);
      default -> false;
    };
  }
}
