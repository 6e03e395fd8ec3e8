package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import org.jspecify.annotations.Nullable;

/** Evaluates attributes. */
final class Attributes {
  private final Engine engine;

  Attributes(Engine engine) {
    this.engine = engine;
  }

  Denotation of(Expression.Attribute attribute, Context context) {
    Denotation prefix = prefix(attribute, context);
    Type type = Names.type(prefix);
    return switch (attribute.name()) {
      case "subtype", "base" -> new Denotation.OfType(type);
      case "element" -> new Denotation.OfType(((Type.Array) type).element());
      case "event" -> new Denotation.OfValue(event(attribute, prefix, false));
      case "stable" -> new Denotation.OfValue(event(attribute, prefix, true));
      case "instance_name", "path_name", "simple_name" ->
          new Denotation.OfValue(
              engine
                  .evaluator()
                  .value(
                      new Expression.Text(context.scope().path(), attribute.place()),
                      Standard.STRING,
                      context));
      default ->
          new Denotation.OfValue(
              type instanceof Type.Array
                  ? ofArray(attribute, type, context)
                  : ofScalar(attribute, prefix, type, context));
    };
  }

  private Denotation prefix(Expression.Attribute attribute, Context context) {
    Denotation prefix = engine.names().of(attribute.prefix(), null, context);
    return prefix instanceof Denotation.OfSeveral
        ? new Denotation.OfValue(engine.evaluator().value(attribute.prefix(), null, context))
        : prefix;
  }

  Ranges.Typed range(Expression.Attribute attribute, Context context) {
    Type type = Names.type(prefix(attribute, context));
    Range range;
    Type of = Standard.INTEGER;
    if (type instanceof Type.Array array) {
      int dimension = dimension(attribute.argument(), context);
      range = dimension(attribute, array, context);
      of = array.indices().get(dimension);
      of = of instanceof Type.Whole ? Standard.INTEGER : of;
    } else {
      Ranges.Typed typed = Ranges.ofType(type);
      if (typed == null) {
        throw Refusal.invalid(attribute.place(), "a " + type.name() + " has no range");
      }
      range = typed.range();
      of = typed.type();
    }
    return new Ranges.Typed(of, attribute.name().equals("range") ? range : range.reversed());
  }

  private int dimension(@Nullable Expression argument, Context context) {
    return argument == null
        ? 0
        : (int) engine.evaluator().value(argument, Standard.INTEGER, context).number() - 1;
  }

  private Range dimension(Expression.Attribute attribute, Type type, Context context) {
    Type.Array array = (Type.Array) type;
    int dimension = dimension(attribute.argument(), context);
    if (!array.isConstrained()) {
      throw Refusal.invalid(
          attribute.place(), "'" + attribute.name() + "' of an array without a range");
    }
    if (dimension < 0 || dimension >= array.indices().size()) {
      throw Refusal.invalid(attribute.place(), "the array has no such dimension");
    }
    return array.range(dimension);
  }

  private Value ofArray(Expression.Attribute attribute, Type type, Context context) {
    Range range = dimension(attribute, type, context);
    Type index = ((Type.Array) type).indices().get(dimension(attribute.argument(), context));
    return switch (attribute.name()) {
      case "length" -> engine.numbers().of(range.length());
      case "left" -> scalar(index, range.left());
      case "right" -> scalar(index, range.right());
      case "high" -> scalar(index, range.high());
      case "low" -> scalar(index, range.low());
      case "ascending" -> engine.evaluator().literal(Standard.BOOLEAN, range.descending() ? 0 : 1);
      default -> throw unknown(attribute);
    };
  }

  private static RuntimeException unknown(Expression.Attribute attribute) {
    return Refusal.unsupported(
        attribute.place(), "the attribute '" + attribute.name() + "' is not read here");
  }

  private Value scalar(Type type, long number) {
    return type instanceof Type.Enumeration enumeration
        ? engine.evaluator().literal(enumeration, (int) number)
        : engine.numbers().of(number);
  }

  private Value ofScalar(
      Expression.Attribute attribute, Denotation prefix, Type type, Context context) {
    Expression argument = attribute.argument();
    Ranges.Typed typed = Ranges.ofType(type);
    if (typed == null) {
      throw unknown(attribute);
    }
    Range range = typed.range();
    switch (attribute.name()) {
      case "left" -> {
        return scalar(type, range.left());
      }
      case "right" -> {
        return scalar(type, range.right());
      }
      case "high" -> {
        return scalar(type, range.high());
      }
      case "low" -> {
        return scalar(type, range.low());
      }
      case "image" -> {
        Value value =
            argument == null && prefix instanceof Denotation.OfValue(Value own)
                ? own
                : engine.evaluator().value(argument(attribute), type, context);
        return image(value, type, attribute, context);
      }
      default -> {
        // Those that count values follow.
      }
    }
    Value value =
        engine
            .evaluator()
            .value(
                argument(attribute),
                attribute.name().equals("val") ? Standard.INTEGER : type,
                context);
    Numbers numbers = engine.numbers();
    return switch (attribute.name()) {
      case "pos" -> position(value);
      case "val" -> ofPosition(value, type, attribute);
      case "succ" -> ofPosition(numbers.add(position(value), numbers.of(1)), type, attribute);
      case "pred" -> ofPosition(numbers.subtract(position(value), numbers.of(1)), type, attribute);
      case "leftof", "rightof" -> {
        boolean more = attribute.name().equals("rightof") != range.descending();
        Value one = numbers.of(more ? 1 : -1);
        yield ofPosition(numbers.add(position(value), one), type, attribute);
      }
      default -> throw unknown(attribute);
    };
  }

  private static Expression argument(Expression.Attribute attribute) {
    Expression argument = attribute.argument();
    if (argument == null) {
      throw Refusal.unsupported(
          attribute.place(), "the attribute '" + attribute.name() + "' is not read here");
    }
    return argument;
  }

  private Value position(Value value) {
    return value.type() instanceof Type.Whole
        ? value
        : engine.numbers().ofVector(Bits.some(value.node()), false);
  }

  private Value ofPosition(Value number, Type type, Expression.Attribute attribute) {
    if (!(type instanceof Type.Enumeration enumeration)) {
      return number;
    }
    if (number.isConstant()) {
      if (!enumeration.range().contains(number.number())) {
        throw Refusal.invalid(
            attribute.place(), number.number() + " is no position of " + type.name());
      }
      return engine.evaluator().literal(enumeration, (int) number.number());
    }
    if (enumeration.isLogic()) {
      throw unknown(attribute);
    }
    return new Value(type, engine.numbers().bits(number, enumeration.width()));
  }

  private Value image(Value value, Type type, Expression.Attribute attribute, Context context) {
    if (!value.isConstant()) {
      throw Refusal.unsupported(attribute.place(), "the image of a computed value is no hardware");
    }
    String text =
        type instanceof Type.Enumeration enumeration
            ? enumeration.literals().get((int) value.number())
            : Long.toString(value.number());
    return engine
        .evaluator()
        .value(new Expression.Text(text, attribute.place()), Standard.STRING, context);
  }

  private Value event(Expression.Attribute attribute, Denotation prefix, boolean not) {
    if (!(prefix instanceof Denotation.OfObject(Reference reference))
        || reference.type().width() != 1
        || !reference.storage().isSignal()) {
      throw Refusal.unsupported(attribute.place(), "only signals of one bit have events");
    }
    Node event = engine.event(reference);
    return new Value(Standard.BOOLEAN, not ? engine.bits().graph().not(event) : event);
  }
}
