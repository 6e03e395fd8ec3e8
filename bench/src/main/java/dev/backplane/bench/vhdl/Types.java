package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Declaration.Definition;
import dev.backplane.bench.vhdl.Expression.Element;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds out types, and makes those that are declared. */
final class Types {
  private final Engine engine;

  Types(Engine engine) {
    this.engine = engine;
  }

  /** The type that a subtype indication means. */
  Type of(Expression expression, Context context) {
    if (!(expression instanceof Expression.Subtype subtype)) {
      Denotation denotation = engine.names().of(expression, null, context);
      if (denotation instanceof Denotation.OfType(Type type)) {
        return type;
      }
      throw Refusal.invalid(expression.place(), "expected a type");
    }
    Type mark = of(subtype.mark(), context);
    Expression range = subtype.range();
    if (range != null) {
      if (range instanceof Expression.Open) {
        return mark;
      }
      if (mark instanceof Type.Real) {
        return mark;
      }
      Range made = engine.ranges().of(range, context).range();
      return switch (mark) {
        case Type.Whole whole -> new Type.Whole(whole.base(), made);
        case Type.Enumeration enumeration ->
            new Type.Enumeration(enumeration.base(), enumeration.literals(), made);
        default -> throw Refusal.invalid(subtype.place(), "a " + mark.name() + " has no range");
      };
    }
    if (subtype.constraint().isEmpty()) {
      return mark;
    }
    if (!(mark instanceof Type.Array array)) {
      throw Refusal.unsupported(
          subtype.place(), "constraints are read of arrays only, not of a " + mark.name());
    }
    boolean second = subtype.mark() instanceof Expression.Subtype;
    if (second || array.isConstrained()) {
      if (array.element() instanceof Type.Array element && !element.isConstrained()) {
        return array.withElement(element.with(ranges(subtype, element, context)));
      }
      throw Refusal.invalid(subtype.place(), array.name() + " has a range already");
    }
    return subtype.constraint().getFirst().value() instanceof Expression.Open
        ? array
        : array.with(ranges(subtype, array, context));
  }

  private List<Range> ranges(Expression.Subtype subtype, Type.Array array, Context context) {
    List<Range> ranges = new ArrayList<>();
    for (Element element : subtype.constraint()) {
      ranges.add(engine.ranges().of(element.value(), context).range());
    }
    if (ranges.size() != array.indices().size()) {
      throw Refusal.invalid(
          subtype.place(), array.name() + " has " + array.indices().size() + " dimensions");
    }
    return ranges;
  }

  /** Declares a type, and its literals. */
  void declare(Declaration.TypeOf declaration, Context context) {
    String name = declaration.name();
    Place place = declaration.place();
    Type type =
        switch (declaration.definition()) {
          case null -> throw Refusal.unsupported(place, "incomplete types are not read");
          case Definition.Enumeration enumeration -> {
            Type.Enumeration made = Type.Enumeration.of(name, enumeration.literals());
            Standard.literals(context.scope(), made);
            yield made;
          }
          case Definition.Numbers numbers -> {
            Ranges.Typed range = engine.ranges().of(numbers.range(), context);
            yield range.type() instanceof Type.Real
                ? new Type.Real(new Type.Base(name))
                : new Type.Whole(new Type.Base(name), range.range());
          }
          case Definition.Array array -> array(name, array, context);
          case Definition.Fields record -> composite(name, record, context);
          case Definition.Other other ->
              throw Refusal.unsupported(
                  place, "types of the kind '" + other.what() + "' are no hardware");
        };
    context.scope().add(name, new Symbol.TypeName(type));
  }

  private Type array(String name, Definition.Array array, Context context) {
    List<Type> indices = new ArrayList<>();
    List<Range> ranges = new ArrayList<>();
    for (Expression index : array.indices()) {
      if (array.open()) {
        indices.add(of(index, context));
      } else {
        Ranges.Typed range = engine.ranges().of(index, context);
        indices.add(range.type());
        ranges.add(range.range());
      }
    }
    Type element = of(array.element(), context);
    return new Type.Array(new Type.Base(name), indices, element, array.open() ? null : ranges);
  }

  private static Type constrained(Type type, Place place) {
    if (type instanceof Type.Array array && !array.isConstrained()) {
      throw Refusal.unsupported(
          place, "elements and fields without a range (" + array.name() + ") are not read");
    }
    return type;
  }

  private Type composite(String name, Definition.Fields record, Context context) {
    Map<String, Type> fields = new LinkedHashMap<>();
    for (Declaration.Objects field : record.fields()) {
      Type type = constrained(of(field.type(), context), field.place());
      field.names().forEach(each -> fields.put(each, type));
    }
    return new Type.Composite(new Type.Base(name), fields);
  }
}
