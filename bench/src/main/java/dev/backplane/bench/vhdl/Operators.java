package dev.backplane.bench.vhdl;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evaluates operators. */
final class Operators {
  static final Set<String> RELATIONS =
      Set.of("=", "/=", "<", "<=", ">", ">=", "?=", "?/=", "?<", "?<=", "?>", "?>=");
  private static final Set<String> LOGICAL = Set.of("and", "or", "xor", "nand", "nor", "xnor");
  private static final Set<String> SHIFTS = Set.of("sll", "srl", "sla", "sra", "rol", "ror");
  private static final Map<String, Operation> COMPARISONS =
      Map.of(
          "=", Operation.EQ,
          "/=", Operation.NE,
          "<", Operation.LT,
          "<=", Operation.LE,
          ">", Operation.GT,
          ">=", Operation.GE);

  private final Engine engine;

  Operators(Engine engine) {
    this.engine = engine;
  }

  Value unary(Expression.Unary unary, @Nullable Type expected, Context context) {
    String operator = unary.operator();
    Value own = userDefined(operator, List.of(unary.operand()), expected, unary.place(), context);
    if (own != null) {
      return own;
    }
    boolean reduction = LOGICAL.contains(operator) || operator.equals("??");
    Value value = engine.evaluator().value(unary.operand(), reduction ? null : expected, context);
    NodeGraph graph = engine.bits().graph();
    return switch (operator) {
      case "not" ->
          new Value(value.type(), value.node() == null ? null : graph.not(Bits.some(value.node())));
      case "+" -> value;
      case "-" -> {
        if (value.type() instanceof Type.Real) {
          yield Value.real(-value.real());
        }
        yield value.type() instanceof Type.Whole
            ? engine.numbers().negate(value)
            : engine.vectors().negate(numeric(value, operator, unary.place()));
      }
      case "abs" -> {
        if (value.type() instanceof Type.Real) {
          yield Value.real(Math.abs(value.real()));
        }
        yield value.type() instanceof Type.Whole
            ? engine.numbers().absolute(value)
            : engine.vectors().absolute(numeric(value, operator, unary.place()));
      }
      case "??" -> new Value(Standard.BOOLEAN, Bits.some(value.node()));
      default -> new Value(Standard.LOGIC, reduced(operator, value, unary.place()));
    };
  }

  private static Value numeric(Value value, String operator, Place place) {
    if (!Standard.isNumeric(value.type())) {
      throw Refusal.invalid(
          place, "'" + operator + "' has no meaning for a " + value.type().name());
    }
    return value;
  }

  Node reduced(String operator, Value value, Place place) {
    if (!(value.type() instanceof Type.Array)) {
      throw Refusal.invalid(place, "'" + operator + "' before one value needs a vector");
    }
    NodeGraph graph = engine.bits().graph();
    Node node = value.node();
    if (node == null) {
      return operator.equals("and") || operator.equals("nor") || operator.equals("xnor")
          ? graph.one()
          : graph.zero();
    }
    Operation operation =
        switch (operator) {
          case "and", "nand" -> Operation.REDUCE_AND;
          case "or", "nor" -> Operation.REDUCE_OR;
          default -> Operation.REDUCE_XOR;
        };
    Node made = graph.compute(operation, false, List.of(node), 1);
    return operator.startsWith("n") || operator.equals("xnor") ? graph.not(made) : made;
  }

  private @Nullable Value userDefined(
      String operator,
      List<Expression> operands,
      @Nullable Type expected,
      Place place,
      Context context) {
    String name = '"' + operator + '"';
    List<Symbol> found = context.scope().find(name);
    if (found.isEmpty()) {
      return null;
    }
    List<Expression.Element> elements =
        operands.stream().map(each -> new Expression.Element(List.of(), each)).toList();
    return engine.calls().ifFits(found, elements, expected, place, context);
  }

  Value binary(Expression.Binary binary, @Nullable Type expected, Context context) {
    String operator = binary.operator();
    Place place = binary.place();
    Value own =
        userDefined(operator, List.of(binary.left(), binary.right()), expected, place, context);
    if (own != null) {
      return own;
    }
    if (operator.equals("&")) {
      return new Concatenation(engine).value(binary, expected, context);
    }
    boolean relation = RELATIONS.contains(operator);
    Type hint =
        relation || (SHIFTS.contains(operator) && !(expected instanceof Type.Array))
            ? null
            : expected;
    boolean leftOpen = engine.evaluator().needsContext(binary.left(), context);
    boolean rightOpen = engine.evaluator().needsContext(binary.right(), context);
    Value left;
    Value right;
    if (SHIFTS.contains(operator) || operator.equals("**")) {
      left = engine.evaluator().value(binary.left(), hint, context);
      right = engine.evaluator().value(binary.right(), Standard.INTEGER, context);
    } else if (leftOpen && !rightOpen) {
      right = engine.evaluator().value(binary.right(), loose(hint), context);
      left = engine.evaluator().value(binary.left(), beside(binary.left(), right), context);
    } else {
      left = engine.evaluator().value(binary.left(), leftOpen ? hint : loose(hint), context);
      right =
          engine
              .evaluator()
              .value(
                  binary.right(), rightOpen ? beside(binary.right(), left) : loose(hint), context);
    }
    return compute(operator, left, right, place);
  }

  /**
   * {@return the type of a literal that is the other operand of a value} A bit beside a vector
   * stays a bit.
   */
  private static Type beside(Expression literal, Value value) {
    return literal instanceof Expression.Letter
            && value.type() instanceof Type.Array array
            && array.isText()
        ? array.element()
        : value.type();
  }

  /** {@return the type to expect of operands, which may have other types than the result} */
  private static @Nullable Type loose(@Nullable Type expected) {
    return expected instanceof Type.Real ? expected : null;
  }

  Value compute(String operator, Value left, Value right, Place place) {
    if (LOGICAL.contains(operator)) {
      return logical(operator, left, right, place);
    }
    if (RELATIONS.contains(operator)) {
      return relation(operator, left, right, place);
    }
    if (SHIFTS.contains(operator)) {
      if (!(left.type() instanceof Type.Array) || !(right.type() instanceof Type.Whole)) {
        throw mismatch(operator, left, right, place);
      }
      return engine.vectors().shifted(operator, left, right, place);
    }
    if (left.type() instanceof Type.Real || right.type() instanceof Type.Real) {
      return real(operator, left, right, place);
    }
    Numbers numbers = engine.numbers();
    if (left.type() instanceof Type.Whole && right.type() instanceof Type.Whole) {
      return switch (operator) {
        case "+" -> numbers.add(left, right);
        case "-" -> numbers.subtract(left, right);
        case "*" -> numbers.multiply(left, right);
        case "/" -> numbers.divide(left, right, place);
        case "rem" -> numbers.remainder(left, right, place);
        case "mod" -> numbers.modulo(left, right, place);
        default -> numbers.power(left, right, place);
      };
    }
    boolean numeric =
        (Standard.isNumeric(left.type()) && isOperand(right, left))
            || (Standard.isNumeric(right.type()) && isOperand(left, right));
    if (!numeric) {
      throw mismatch(operator, left, right, place);
    }
    return engine.vectors().arithmetic(operator, left, right, place);
  }

  private static boolean isOperand(Value value, Value beside) {
    return value.type().base() == beside.type().base()
        || value.type() instanceof Type.Whole
        || value.type().base() == Standard.LOGIC.base();
  }

  private static RtlException mismatch(String operator, Value left, Value right, Place place) {
    String advice =
        left.type().base() == Standard.VECTOR.base()
                || right.type().base() == Standard.VECTOR.base()
            ? ". Convert vectors to unsigned or signed first"
            : "";
    return Refusal.invalid(
        place,
        "'%s' has no meaning for %s and %s%s"
            .formatted(operator, left.type().name(), right.type().name(), advice));
  }

  private static Value real(String operator, Value left, Value right, Place place) {
    double a = left.type() instanceof Type.Real ? left.real() : left.number();
    double b = right.type() instanceof Type.Real ? right.real() : right.number();
    return Value.real(
        switch (operator) {
          case "+" -> a + b;
          case "-" -> a - b;
          case "*" -> a * b;
          case "/" -> a / b;
          case "**" -> Math.pow(a, b);
          case "mod" -> a - b * Math.floor(a / b);
          default -> throw mismatch(operator, left, right, place);
        });
  }

  private Value logical(String operator, Value left, Value right, Place place) {
    NodeGraph graph = engine.bits().graph();
    Value wide = left.type() instanceof Type.Array ? left : right;
    if (left.node() == null || right.node() == null) {
      return new Value(wide.type(), null);
    }
    Node a = Bits.some(left.node());
    Node b = Bits.some(right.node());
    boolean mixed =
        left.type() instanceof Type.Array != right.type() instanceof Type.Array
            && left.type() instanceof Type.Array array
            && array.element().base() == right.type().base();
    boolean turned =
        left.type() instanceof Type.Enumeration
            && right.type() instanceof Type.Array array
            && array.element().base() == left.type().base();
    if (mixed) {
      b = graph.resize(b, a.width(), true);
    } else if (turned) {
      a = graph.resize(a, b.width(), true);
    } else if (!Type.compatible(left.type(), right.type())
        || left.type() instanceof Type.Whole
        || left.type() instanceof Type.Composite) {
      throw mismatch(operator, left, right, place);
    }
    if (a.width() != b.width()) {
      throw Refusal.invalid(
          place,
          "'%s' of vectors with %d and %d elements".formatted(operator, a.width(), b.width()));
    }
    Node made =
        switch (operator) {
          case "and" -> graph.and(a, b);
          case "or" -> graph.or(a, b);
          case "xor" -> graph.binary(Operation.XOR, a, b);
          case "nand" -> graph.not(graph.and(a, b));
          case "nor" -> graph.not(graph.or(a, b));
          default -> graph.not(graph.binary(Operation.XOR, a, b));
        };
    Type type = wide.type();
    if (type instanceof Type.Array array && array.isLogic()) {
      type =
          array.with(
              Standard.isNumeric(array) ? Range.downto(made.width() - 1L, 0) : array.range());
    }
    return new Value(type, made);
  }

  private Value relation(String operator, Value left, Value right, Place place) {
    boolean matching = operator.startsWith("?");
    String plain = matching ? operator.substring(1) : operator;
    Node made =
        matching && (plain.equals("=") || plain.equals("/="))
            ? matches(plain, left, right, place)
            : compared(plain, left, right, place);
    return new Value(matching ? Standard.LOGIC : Standard.BOOLEAN, made);
  }

  /** {@return whether bits are equal but for those that match anything} */
  private Node matches(String operator, Value left, Value right, Place place) {
    NodeGraph graph = engine.bits().graph();
    if (left.node() == null || right.node() == null) {
      return compared(operator, left, right, place);
    }
    Node a = Bits.some(left.node());
    Node b = Bits.some(right.node());
    if (a.width() != b.width()) {
      throw Refusal.invalid(
          place, "'?=' of vectors with " + a.width() + " and " + b.width() + " elements");
    }
    BigInteger any = left.any().or(right.any());
    if (left.unknown().or(right.unknown()).andNot(any).signum() != 0) {
      return graph.zero(); // unknown, which is no 1
    }
    Node mask = graph.fixed(Vectors.ones(a.width()).andNot(any), a.width());
    Node equal = graph.compare(Operation.EQ, false, graph.and(a, mask), graph.and(b, mask));
    return operator.equals("=") ? equal : graph.not(equal);
  }

  private Node compared(String operator, Value left, Value right, Place place) {
    Operation operation = COMPARISONS.getOrDefault(operator, Operation.EQ);
    NodeGraph graph = engine.bits().graph();
    if (left.type() instanceof Type.Real && right.type() instanceof Type.Real) {
      int order = Double.compare(left.real(), right.real());
      return graph.fixed(holds(operation, order) ? 1 : 0, 1);
    }
    boolean wholes = left.type() instanceof Type.Whole && right.type() instanceof Type.Whole;
    if (wholes) {
      return engine.numbers().compare(operation, left, right);
    }
    boolean numeric =
        (Standard.isNumeric(left.type())
                && (right.type().base() == left.type().base()
                    || right.type() instanceof Type.Whole))
            || (Standard.isNumeric(right.type()) && left.type() instanceof Type.Whole);
    if (!numeric && !Type.compatible(left.type(), right.type())) {
      throw mismatch(operator, left, right, place);
    }
    if (left.unknown().or(right.unknown()).signum() != 0 && isLogic(left)) {
      return graph.fixed(operator.equals("/=") ? 1 : 0, 1); // nothing equals an unknown value
    }
    if (numeric) {
      if (left.node() == null || right.node() == null) {
        return graph.fixed(operator.equals("/=") ? 1 : 0, 1);
      }
      return engine.vectors().compare(operation, left, right);
    }
    return plain(operation, left, right);
  }

  private static boolean isLogic(Value value) {
    return value.type() instanceof Type.Array array
        ? array.isLogic()
        : (value.type() instanceof Type.Enumeration e && e.isLogic())
            || value.type() instanceof Type.Whole;
  }

  private static boolean holds(Operation operation, int order) {
    return switch (operation) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      default -> order >= 0;
    };
  }

  /** Compares element by element, from the left; a value that ends comes before a longer one. */
  private Node plain(Operation operation, Value left, Value right) {
    NodeGraph graph = engine.bits().graph();
    int a = left.node() == null ? 0 : Bits.some(left.node()).width();
    int b = right.node() == null ? 0 : Bits.some(right.node()).width();
    if (operation == Operation.EQ || operation == Operation.NE) {
      return a != b
          ? graph.fixed(operation == Operation.NE ? 1 : 0, 1)
          : a == 0
              ? graph.fixed(operation == Operation.NE ? 0 : 1, 1)
              : graph.compare(operation, false, Bits.some(left.node()), Bits.some(right.node()));
    }
    int common = Math.min(a, b);
    if (common == 0) {
      return graph.fixed(holds(operation, Integer.compare(a, b)) ? 1 : 0, 1);
    }
    Node x = graph.slice(Bits.some(left.node()), a - common, common);
    Node y = graph.slice(Bits.some(right.node()), b - common, common);
    boolean tie = holds(operation, Integer.compare(a, b));
    Operation strict =
        operation == Operation.LT || operation == Operation.LE
            ? tie ? Operation.LE : Operation.LT
            : tie ? Operation.GE : Operation.GT;
    return graph.compare(strict, false, x, y);
  }
}
