package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.List;

/** The arithmetic of numeric_std: vectors that are numbers. */
final class Vectors {
  private final Bits bits;
  private final NodeGraph graph;
  private final Numbers numbers;

  Vectors(Bits bits, Numbers numbers) {
    this.bits = bits;
    this.graph = bits.graph();
    this.numbers = numbers;
  }

  private static Value value(Type.Array type, Node node) {
    return new Value(type.with(Range.downto(node.width() - 1L, 0)), node);
  }

  private static Type.Array vector(Value a, Value b) {
    return (Type.Array) (Standard.isNumeric(a.type()) ? a.type() : b.type());
  }

  private static int length(Value value) {
    return value.array().range().length();
  }

  /** An operand in so many bits, as the package converts it. */
  private Node extended(Value value, int width, boolean signed) {
    return switch (value.type()) {
      case Type.Whole _ -> numbers.bits(value, width);
      case Type.Enumeration _ -> graph.resize(Bits.some(value.node()), width, false);
      default -> graph.resize(Bits.some(value.node()), width, signed);
    };
  }

  Value arithmetic(String operator, Value a, Value b, Place place) {
    Type.Array type = vector(a, b);
    boolean signed = Standard.isSigned(type);
    boolean left = a.type() instanceof Type.Array;
    boolean right = b.type() instanceof Type.Array;
    if ((left && a.node() == null) || (right && b.node() == null)) {
      return new Value(type.with(Range.downto(-1, 0)), null);
    }
    int width = Math.max(left ? length(a) : 0, right ? length(b) : 0);
    return switch (operator) {
      case "+" -> value(type, two(Operation.ADD, a, b, width, signed));
      case "-" -> value(type, two(Operation.SUB, a, b, width, signed));
      case "*" -> {
        int of = left && right ? length(a) + length(b) : 2 * width;
        // An integer is cut to the length of the vector before.
        Value x = left ? a : value(type, extended(a, width, signed));
        Value y = right ? b : value(type, extended(b, width, signed));
        yield value(type, two(Operation.MUL, x, y, of, signed));
      }
      case "/" -> divided(a, b, left ? length(a) : width, signed, type, place, Operation.DIV);
      case "rem" -> divided(a, b, right ? length(b) : width, signed, type, place, Operation.MOD);
      default -> modulo(a, b, right ? length(b) : width, signed, type, place);
    };
  }

  private Node two(Operation operation, Value a, Value b, int width, boolean signed) {
    return graph.compute(
        operation, false, List.of(extended(a, width, signed), extended(b, width, signed)), width);
  }

  private int wide(Value a, Value b) {
    return 1 + Math.max(a.type().width(), b.type().width());
  }

  private Value divided(
      Value a, Value b, int length, boolean signed, Type.Array type, Place place, Operation with) {
    if (b.isConstant() && b.bits().signum() == 0) {
      throw Refusal.invalid(place, "division by zero");
    }
    int width = wide(a, b);
    Node made =
        graph.compute(
            with, signed, List.of(extended(a, width, signed), extended(b, width, signed)), width);
    if (with == Operation.DIV) {
      return new Value(
          type.with(Range.downto(length - 1L, 0)), quotient(a, b, made, length, signed));
    }
    return resize(value(type, made), length);
  }

  /** The quotient in its length, as the package makes it. */
  private Node quotient(Value a, Value b, Node made, int length, boolean signed) {
    Node cut = graph.resize(made, length, signed);
    if (!signed) {
      return cut;
    }
    if (b.type() instanceof Type.Whole) {
      // A divisor that the vector has no room for gives 0, also where it would be -1.
      long most = length > 62 ? Long.MAX_VALUE : (1L << (length - 1)) - 1;
      Node fits =
          graph.and(
              numbers.compare(Operation.LE, b, numbers.of(most)),
              numbers.compare(Operation.GE, b, numbers.of(-most - 1)));
      return graph.mux(fits, cut, graph.fixed(0, length));
    }
    if (a.type() instanceof Type.Whole) {
      // The least number of a length divided by -1 is itself.
      Value minus = numbers.negate(a);
      Node bits = numbers.bits(minus, minus.type().width());
      Node less = numbers.bits(numbers.subtract(minus, numbers.of(1)), bits.width());
      Node power = graph.not(graph.truth(graph.and(bits, less)));
      Node large =
          graph.and(
              numbers.compare(Operation.LT, a, numbers.of(0)),
              numbers.compare(Operation.GE, minus, numbers.of(1L << Math.min(61, length - 1))));
      Node ones = graph.fixed(ones(length), length);
      Node one = graph.compare(Operation.EQ, false, Bits.some(b.node()), ones);
      Node sign = graph.fixed(BigInteger.ONE.shiftLeft(length - 1), length);
      Value resized = resize(value(b.array(), made), length);
      return graph.mux(graph.and(graph.and(power, large), one), sign, Bits.some(resized.node()));
    }
    return cut;
  }

  private Value modulo(Value a, Value b, int length, boolean signed, Type.Array type, Place place) {
    int width = wide(a, b);
    Value remainder = divided(a, b, width, signed, type, place, Operation.MOD);
    Node node = Bits.some(remainder.node());
    if (signed) {
      Node divisor = extended(b, width, true);
      Node wrong =
          graph.and(
              graph.truth(node),
              graph.binary(
                  Operation.XOR,
                  graph.slice(node, width - 1, 1),
                  graph.slice(divisor, width - 1, 1)));
      node = graph.mux(wrong, graph.binary(Operation.ADD, node, divisor), node);
    }
    return resize(value(type, node), length);
  }

  Value resize(Value value, int length) {
    Node node = value.node();
    Type.Array type = value.array().with(Range.downto(length - 1L, 0));
    if (node == null || length == 0) {
      return new Value(type, length == 0 ? null : graph.fixed(0, length));
    }
    if (Standard.isSigned(type) && length < node.width()) {
      return new Value(
          type,
          bits.join(
              java.util.Arrays.asList(
                  graph.slice(node, node.width() - 1, 1), bits.slice(node, 0, length - 1))));
    }
    return new Value(type, graph.resize(node, length, Standard.isSigned(type)));
  }

  Value ofNumber(Value number, int length, Type.Array type) {
    return length == 0
        ? new Value(type.with(Range.downto(-1, 0)), null)
        : value(type, numbers.bits(number, length));
  }

  Value negate(Value a) {
    Node node = Bits.some(a.node());
    return value(a.array(), graph.compute(Operation.NEG, false, List.of(node), node.width()));
  }

  Value absolute(Value a) {
    Node node = Bits.some(a.node());
    return value(
        a.array(),
        graph.mux(graph.slice(node, node.width() - 1, 1), Bits.some(negate(a).node()), node));
  }

  /** One bit; an integer is compared as it is. */
  Node compare(Operation operation, Value a, Value b) {
    boolean signed = Standard.isSigned(vector(a, b));
    boolean negative = isNegative(a) || isNegative(b);
    int width = wide(a, b);
    Node x = extended(a, width, signed);
    Node y = extended(b, width, signed);
    return graph.compare(operation, signed || negative, x, y);
  }

  private static boolean isNegative(Value value) {
    return value.type() instanceof Type.Whole whole && whole.signed();
  }

  /** A shift by a number that is not negative. */
  Value shift(Value a, Value amount, boolean left, boolean arithmetic) {
    Node node = a.node();
    if (node == null) {
      return a;
    }
    Operation operation = left ? Operation.SHL : arithmetic ? Operation.SSHR : Operation.SHR;
    Node by = graph.resize(Bits.some(amount.node()), amount.type().width() + 1, false);
    return new Value(
        a.type(), graph.compute(operation, arithmetic, List.of(node, by), node.width()));
  }

  Value rotate(Value a, Value amount, boolean left, Place place) {
    Node node = a.node();
    if (node == null || node.width() == 1) {
      return a;
    }
    int length = node.width();
    Value turns = numbers.modulo(amount, numbers.of(length), place);
    Value right = left ? numbers.subtract(numbers.of(length), turns) : turns;
    Node twice = graph.concat(List.of(node, node));
    Node by = numbers.bits(right, 64 - Long.numberOfLeadingZeros(length));
    return new Value(a.type(), graph.slice(bits.shiftRight(twice, by), 0, length));
  }

  /** The operators sll, srl, sla, sra, rol and ror, whose number may be negative. */
  Value shifted(String operator, Value a, Value amount, Place place) {
    boolean left = operator.equals("sll") || operator.equals("sla") || operator.equals("rol");
    Value forward = one(operator, left, a, amount, place);
    boolean negative = ((Type.Whole) amount.type()).signed();
    if (!negative) {
      return forward;
    }
    Value back = one(operator, !left, a, numbers.negate(amount), place);
    Node less = numbers.compare(Operation.LT, amount, numbers.of(0));
    return new Value(a.type(), bits.mux(less, back.node(), forward.node()));
  }

  private Value one(String operator, boolean left, Value a, Value amount, Place place) {
    if (operator.startsWith("r")) {
      return rotate(a, amount, left, place);
    }
    boolean arithmetic = operator.endsWith("a") && Standard.isSigned(a.type());
    return shift(a, amount, left, arithmetic);
  }

  /** The unsigned or signed number. */
  Value number(Value a) {
    return a.node() == null
        ? numbers.of(0)
        : numbers.ofVector(Bits.some(a.node()), Standard.isSigned(a.type()));
  }

  static BigInteger ones(int width) {
    return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
  }
}
