package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads expressions from elements of the syntax tree. */
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

  private static final Pattern CODE = Pattern.compile("__0([0-9a-fA-F]{2})");

  private final TypeTable types;
  private final SourceTexts texts;

  ExpressionReader(TypeTable types, SourceTexts texts) {
    this.types = types;
    this.texts = texts;
  }

  List<Expression> readAll(List<Element> elements) {
    List<Expression> expressions = new ArrayList<>();
    elements.forEach(element -> expressions.add(read(element)));
    return expressions;
  }

  Expression read(Element element) {
    Type type = types.of(element);
    SourceLocation location = element.location();
    if (isMarked(element)) {
      return read(element.children().getLast());
    }
    return switch (element.tag()) {
      case "const" -> {
        Literal literal = Literal.parse(element.get("name"));
        // A constant pattern for an unpacked struct is also one word.
        Type own = type instanceof Type.Struct ? new Type.Packed(literal.width(), false) : type;
        yield new Expression.Constant(
            own, location, literal.value(), literal.unknown(), literal.floating(), literal.text());
      }
      case "varref", "varxref" ->
          new Expression.Name(type, location, element.get("name"), Reference.of(element));
      // Whether assertions are on, which no design says of itself.
      case "cexpr" ->
          new Expression.Constant(
              new Type.Packed(1, false),
              location,
              BigInteger.ONE,
              BigInteger.ZERO,
              BigInteger.ZERO,
              "");
      case "sampled" -> read(element.child(0));
      case "sel", "arraysel" -> select(element, type, location);
      case "structsel" ->
          new Expression.MemberOf(type, location, read(element.child(0)), element.get("name"));
      case "slicesel" -> range(element, type, location);
      case "funcref", "taskref" ->
          new Expression.Call(
              type,
              location,
              element.get("name"),
              Reference.of(element),
              readAll(element.children("arg").stream().map(arg -> arg.child(0)).toList()));
      case "initarray", "consarray" -> elements(element, type, location);
      default ->
          OPERATORS.contains(element.tag())
              ? operation(element, type, location)
              : new Expression.Unsupported(
                  type,
                  location,
                  element.is("unbounded")
                      ? Operators.OPEN_END
                      : "'" + element.tag() + "', which is no hardware or unknown here");
    };
  }

  private Expression operation(Element element, Type type, SourceLocation location) {
    if (!element.is("extend") && element.children().stream().anyMatch(this::isWidenedStream)) {
      return new Expression.Unsupported(
          type,
          location,
          "a streaming concatenation as an operand, whose place in a wider word the language does"
              + " not say. Assign it to a variable first");
    }
    Expression.Apply apply =
        new Expression.Apply(type, location, element.tag(), readAll(element.children()));
    return element.tag().startsWith("pow") ? PowerBase.of(apply, texts) : apply;
  }

  private boolean isWidenedStream(Element element) {
    return element.is("extend")
        && (element.child(0).is("streaml") || element.child(0).is("streamr"));
  }

  /** The initial value of a variable; the number of elements of an array follows from its type. */
  Expression value(Element element, Type type) {
    return Set.of("initarray", "consarray").contains(element.tag())
        ? elements(element, type, element.location())
        : read(element);
  }

  private Expression select(Element element, Type type, SourceLocation location) {
    Expression from = read(element.child(0));
    SourceSelect sourceSelect = SourceSelect.of(element, types, texts);
    Expression place = read(element.child(1));
    SourceIndex sourceIndex = SourceIndex.of(element, place, types, texts);
    if (element.is("arraysel")) {
      return new Expression.ElementOf(type, location, from, place, sourceSelect, sourceIndex);
    }
    int width = Literal.parse(element.child(2).get("name")).value().intValueExact();
    return from.type() instanceof Type.Packed
        ? new Expression.Bits(type, location, from, place, width, sourceSelect, sourceIndex)
        : new Expression.Unsupported(
            type,
            location,
            "an assignment pattern of an unpacked struct, which Verilator loses here. Assign"
                + " its members one by one");
  }

  private Expression range(Element element, Type type, SourceLocation location) {
    Expression from = read(element.child(0));
    if (type instanceof Type.Array array && from.type() instanceof Type.Array) {
      // Ranges of a range count from the lowest element, whatever its index.
      return new Expression.Range(type, location, from, array.low());
    }
    return new Expression.Unsupported(type, location, "a range of elements of something else");
  }

  /**
   * Tells whether an expression only has marks before it: newer Verilators count the parts of ?:.
   */
  private static boolean isMarked(Element element) {
    List<Element> children = element.children();
    return element.is("exprstmt")
        && children.size() > 1
        && children.subList(0, children.size() - 1).stream().allMatch(each -> each.is("coverinc"));
  }

  /** The elements of an array by index; missing elements have the default, or 0. */
  private Expression elements(Element element, Type type, SourceLocation location) {
    Map<Integer, Expression> items = new TreeMap<>();
    Expression otherwise = null;
    for (Element item : element.children()) {
      if (item.is("inititem")) {
        items.put(Integer.parseInt(item.get("index")), read(item.child(0)));
      } else {
        otherwise = read(item);
      }
    }
    int size = type instanceof Type.Array array ? array.size() : items.size();
    List<Expression> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Expression given = items.getOrDefault(i, otherwise);
      if (given == null && type instanceof Type.Array array) {
        given = zero(array.element(), location);
      }
      if (given == null) {
        return new Expression.Unsupported(type, location, "an array with elements left out");
      }
      all.add(given);
    }
    return new Expression.Elements(type, location, all);
  }

  private static @Nullable Expression zero(Type type, SourceLocation location) {
    return type instanceof Type.Packed
        ? new Expression.Constant(
            type, location, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, "")
        : null;
  }

  /** A name as in the source: Verilator encodes special characters by their codes. */
  static String plain(String name) {
    return CODE.matcher(
            name.replace("__BRA__", "[").replace("__KET__", "]").replace("__DOT__", "."))
        .replaceAll(
            code ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(code.group(1), 16))));
  }
}
