package dev.backplane.rtl.frontend.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes expressions of elements. */
final class ExpressionReader {
  private static final Set<String> OPERATORS =
      Set.of(
          "add",
          "sub",
          "mul",
          "muls",
          "div",
          "divs",
          "moddiv",
          "moddivs",
          "and",
          "or",
          "xor",
          "not",
          "negate",
          "lognot",
          "logand",
          "logor",
          "logeq",
          "logif",
          "redand",
          "redor",
          "redxor",
          "shiftl",
          "shiftr",
          "shiftrs",
          "eq",
          "neq",
          "gt",
          "gts",
          "gte",
          "gtes",
          "lt",
          "lts",
          "lte",
          "ltes",
          "eqcase",
          "neqcase",
          "eqwild",
          "neqwild",
          "concat",
          "replicate",
          "extend",
          "extends",
          "cond",
          "pow",
          "powss",
          "powsu",
          "powus",
          "countones",
          "countbits",
          "onehot",
          "onehot0",
          "clog2",
          "isunknown",
          "signed",
          "unsigned",
          "streaml",
          "streamr",
          "insiderange");

  private final TypeTable types;

  ExpressionReader(TypeTable types) {
    this.types = types;
  }

  List<Expression> readAll(List<Element> elements) {
    List<Expression> expressions = new ArrayList<>();
    elements.forEach(element -> expressions.add(read(element)));
    return expressions;
  }

  Expression read(Element element) {
    Type type = types.of(element);
    Place place = element.place();
    return switch (element.tag()) {
      case "const" -> {
        Literal literal = Literal.parse(element.get("name"));
        // A pattern of fixed members for an unpacked struct is one word too.
        Type own = type instanceof Type.Struct ? new Type.Packed(literal.width(), false) : type;
        yield new Expression.Constant(
            own, place, literal.value(), literal.unknown(), literal.floating(), literal.text());
      }
      case "varref" -> new Expression.Name(type, place, element.get("name"), "");
      case "varxref" ->
          new Expression.Name(type, place, element.get("name"), path(element.get("dotted")));
      case "sel" -> {
        int width = Literal.parse(element.child(2).get("name")).value().intValueExact();
        Expression from = read(element.child(0));
        yield from.type() instanceof Type.Packed
            ? new Expression.Bits(type, place, from, read(element.child(1)), width)
            : new Expression.Unsupported(
                type,
                place,
                "an assignment pattern of an unpacked struct, which Verilator loses here. Assign"
                    + " its members one by one");
      }
      case "arraysel" ->
          new Expression.ElementOf(type, place, read(element.child(0)), read(element.child(1)));
      case "structsel" ->
          new Expression.MemberOf(type, place, read(element.child(0)), element.get("name"));
      case "slicesel" -> range(element, type, place);
      case "funcref", "taskref" ->
          new Expression.Call(
              type,
              place,
              element.get("name"),
              readAll(element.children("arg").stream().map(arg -> arg.child(0)).toList()));
      case "initarray", "consarray" -> elements(element, type, place);
      default ->
          OPERATORS.contains(element.tag())
              ? new Expression.Apply(type, place, element.tag(), readAll(element.children()))
              : new Expression.Unsupported(
                  type, place, "'" + element.tag() + "', which is no hardware or unknown here");
    };
  }

  private Expression range(Element element, Type type, Place place) {
    Expression from = read(element.child(0));
    if (type instanceof Type.Array array && from.type() instanceof Type.Array whole) {
      return new Expression.Range(type, place, from, array.low() - whole.low());
    }
    return new Expression.Unsupported(type, place, "a range of elements of something else");
  }

  private Expression elements(Element element, Type type, Place place) {
    Map<Integer, Expression> items = new TreeMap<>();
    for (Element item : element.children()) {
      if (!item.is("inititem")) {
        return new Expression.Unsupported(type, place, "an array of another kind");
      }
      items.put(Integer.parseInt(item.get("index")), read(item.child(0)));
    }
    return new Expression.Elements(type, place, List.copyOf(items.values()));
  }

  /** Verilator writes brackets of names out inside of its paths. */
  static String path(String dotted) {
    return dotted.replace("__BRA__", "[").replace("__KET__", "]").replace("__DOT__", ".");
  }
}
