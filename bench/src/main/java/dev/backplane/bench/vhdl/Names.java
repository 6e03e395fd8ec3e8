package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.rtl.netlist.pass.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out what names mean. */
final class Names {
  private final Engine engine;

  Names(Engine engine) {
    this.engine = engine;
  }

  Denotation of(Expression name, @Nullable Type expected, Context context) {
    return switch (name) {
      case Expression.Simple simple -> simple(simple, context);
      case Expression.Letter letter ->
          several(letter.name(), letter.place(), context.scope().find(letter.name()));
      case Expression.Selected selected -> selected(selected, context);
      case Expression.Applied applied -> applied(applied, expected, context);
      case Expression.Attribute attribute -> engine.attributes().of(attribute, context);
      case Expression.Subtype subtype -> new Denotation.OfType(engine.types().of(subtype, context));
      default -> new Denotation.OfValue(engine.evaluator().value(name, expected, context));
    };
  }

  private Denotation simple(Expression.Simple simple, Context context) {
    List<Symbol> found = context.scope().find(simple.name());
    if (found.isEmpty()) {
      Scope library = engine.library(simple.name());
      if (library != null) {
        return new Denotation.OfScope(library);
      }
      String similar = context.scope().similar(simple.name());
      throw Refusal.invalid(
          simple.place(),
          "'%s' is not declared here%s"
              .formatted(simple.name(), similar == null ? "" : ". Is '" + similar + "' meant?"));
    }
    return several(simple.name(), simple.place(), found);
  }

  private Denotation several(String name, Place place, List<Symbol> found) {
    if (found.isEmpty()) {
      throw Refusal.invalid(place, "no type here has the literal " + name);
    }
    return switch (found.getFirst()) {
      case Symbol.TypeName type -> new Denotation.OfType(type.type());
      case Symbol.Stored object -> new Denotation.OfObject(object.reference());
      case Symbol.Constant constant -> new Denotation.OfValue(constant.value());
      case Symbol.Region region -> new Denotation.OfScope(region.scope());
      case Symbol.ComponentName _ ->
          throw Refusal.invalid(place, "'" + name + "' is a component, which has no value");
      default -> new Denotation.OfSeveral(name, found);
    };
  }

  private Denotation selected(Expression.Selected selected, Context context) {
    Denotation prefix = of(selected.prefix(), null, context);
    if (prefix instanceof Denotation.OfScope(Scope scope)) {
      if (selected.suffix().equals("all")) {
        return prefix;
      }
      List<Symbol> found = scope.own(selected.suffix());
      if (found.isEmpty()) {
        Scope unit = engine.packageOf(scope, selected.suffix());
        if (unit != null) {
          return new Denotation.OfScope(unit);
        }
        throw Refusal.invalid(
            selected.place(),
            "'" + selected.suffix() + "' is not declared in what is named before");
      }
      return several(selected.suffix(), selected.place(), found);
    }
    if (prefix instanceof Denotation.OfSeveral) {
      prefix = new Denotation.OfValue(engine.evaluator().value(selected.prefix(), null, context));
    }
    Type type =
        prefix instanceof Denotation.OfObject(Reference reference)
            ? reference.type()
            : prefix instanceof Denotation.OfValue(Value value) ? value.type() : Standard.BOOLEAN;
    if (!(type instanceof Type.Composite fields)) {
      throw Refusal.invalid(
          selected.place(),
          "'." + selected.suffix() + "' needs a record before it, not a " + type.name());
    }
    Type field = fields.fields().get(selected.suffix());
    if (field == null) {
      throw Refusal.invalid(
          selected.place(),
          "the record %s has no field '%s'. It has %s"
              .formatted(
                  fields.name(), selected.suffix(), String.join(", ", fields.fields().keySet())));
    }
    return part(prefix, fields.lsb(selected.suffix()), field);
  }

  private Denotation part(Denotation prefix, int lsb, Type type) {
    int width = type.width();
    if (prefix instanceof Denotation.OfObject(Reference reference)) {
      return new Denotation.OfObject(reference.step(new Reference.Step.Fixed(lsb, width), type));
    }
    return new Denotation.OfValue(slice(((Denotation.OfValue) prefix).value(), lsb, type));
  }

  Value slice(Value value, int lsb, Type type) {
    int width = type.width();
    Node node = engine.bits().slice(value.node(), lsb, width);
    return new Value(
        type,
        node,
        value.unknown().shiftRight(lsb).and(Vectors.ones(width)),
        value.any().shiftRight(lsb).and(Vectors.ones(width)),
        0);
  }

  private Denotation applied(Expression.Applied applied, @Nullable Type expected, Context context) {
    Denotation prefix = of(applied.prefix(), null, context);
    return switch (prefix) {
      case Denotation.OfType(Type type) -> {
        if (applied.elements().size() != 1) {
          throw Refusal.invalid(applied.place(), "a conversion takes one value");
        }
        yield new Denotation.OfValue(
            engine.conversions().convert(type, applied.elements().getFirst().value(), context));
      }
      case Denotation.OfSeveral(String name, List<Symbol> symbols) ->
          called(name, symbols, applied, expected, context);
      case Denotation.OfScope _ ->
          throw Refusal.invalid(applied.place(), "a package cannot be called");
      default -> elements(prefix, applied, context);
    };
  }

  /** A call, or an index into what a call without arguments gives. */
  private Denotation called(
      String name,
      List<Symbol> symbols,
      Expression.Applied applied,
      @Nullable Type expected,
      Context context) {
    boolean bare =
        symbols.stream()
            .allMatch(
                each ->
                    each instanceof Symbol.Routine routine
                        && routine.declaration().parameters().isEmpty());
    if (bare) {
      Value value =
          engine.calls().function(name, symbols, List.of(), null, applied.place(), context);
      return elements(new Denotation.OfValue(value), applied, context);
    }
    return new Denotation.OfValue(
        engine
            .calls()
            .function(name, symbols, applied.elements(), expected, applied.place(), context));
  }

  private Denotation elements(Denotation prefix, Expression.Applied applied, Context context) {
    Denotation at = prefix;
    for (Element element : applied.elements()) {
      if (!element.choices().isEmpty()) {
        throw Refusal.invalid(applied.place(), "an index has no name");
      }
      Type type = type(at);
      if (!(type instanceof Type.Array array) || !array.isConstrained()) {
        throw Refusal.invalid(
            applied.place(), "only arrays have elements, and this is of the type " + type.name());
      }
      at = element(at, array, element.value(), applied.place(), context);
    }
    return at;
  }

  static Type type(Denotation denotation) {
    return switch (denotation) {
      case Denotation.OfObject(Reference reference) -> reference.type();
      case Denotation.OfValue(Value value) -> value.type();
      case Denotation.OfType(Type type) -> type;
      default -> Standard.BOOLEAN;
    };
  }

  private Denotation element(
      Denotation prefix, Type.Array array, Expression index, Place place, Context context) {
    Range range = array.range();
    Type selected = array.selected();
    int width = selected.width();
    if (index instanceof Expression.Span span) {
      return new Slices(engine, this).slice(prefix, array, span, place, context);
    }
    Range sliced = engine.ranges().ifRange(index, context);
    if (sliced != null) {
      return fixedSlice(prefix, array, sliced, place);
    }
    Value at = engine.evaluator().value(index, array.indices().getFirst(), context);
    if (!Type.compatible(at.type(), array.indices().getFirst())) {
      throw Refusal.invalid(
          index.place(),
          "the index is of the type %s, and %s takes %s"
              .formatted(at.type().name(), array.name(), array.indices().getFirst().name()));
    }
    if (at.isConstant()) {
      long number = at.number();
      if (!range.contains(number)) {
        throw Refusal.invalid(
            place,
            "the index %d is outside of the range %d %s %d"
                .formatted(
                    number, range.left(), range.descending() ? "downto" : "to", range.right()));
      }
      return part(prefix, (range.length() - 1 - range.offset(number)) * width, selected);
    }
    Node position = position(at, range);
    if (prefix instanceof Denotation.OfObject(Reference reference)) {
      return new Denotation.OfObject(
          reference.step(new Reference.Step.Chosen(position, range.length(), width), selected));
    }
    Value value = ((Denotation.OfValue) prefix).value();
    Node picked = engine.bits().pick(value.node(), position, range.length(), width);
    return new Denotation.OfValue(new Value(selected, picked));
  }

  Denotation fixedSlice(Denotation prefix, Type.Array array, Range slice, Place place) {
    Range range = array.range();
    if (slice.length() == 0) {
      return new Denotation.OfValue(new Value(array.with(slice), null));
    }
    if (slice.descending() != range.descending() && slice.length() > 1) {
      throw Refusal.invalid(place, "the slice has the other direction than what it is a part of");
    }
    if (!range.contains(slice.low()) || !range.contains(slice.high())) {
      throw Refusal.invalid(
          place,
          "the slice %d %s %d is outside of the range %d %s %d"
              .formatted(
                  slice.left(),
                  slice.descending() ? "downto" : "to",
                  slice.right(),
                  range.left(),
                  range.descending() ? "downto" : "to",
                  range.right()));
    }
    int width = array.selected().width();
    long right = slice.descending() == range.descending() ? slice.right() : slice.left();
    int lsb = (range.length() - 1 - range.offset(right)) * width;
    return part(prefix, lsb, array.with(slice));
  }

  /** The position of an element, counted from the lowest bits. */
  Node position(Value index, Range range) {
    Numbers numbers = engine.numbers();
    Value number =
        index.type() instanceof Type.Whole
            ? index
            : numbers.ofVector(Bits.some(index.node()), false);
    Value from =
        range.descending()
            ? numbers.subtract(number, numbers.of(range.right()))
            : numbers.subtract(numbers.of(range.right()), number);
    int width = Math.max(1, 32 - Integer.numberOfLeadingZeros(range.length() - 1));
    return numbers.bits(from, width);
  }
}
