package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** What Verilator's operators compute. */
final class Operators {
  private final Context context;
  private final Nodes nodes;
  private final Evaluator evaluator;

  Operators(Context context, Evaluator evaluator) {
    this.context = context;
    this.nodes = context.nodes();
    this.evaluator = evaluator;
  }

  Value apply(Expression.Apply apply, State state) {
    if (apply.operator().equals("cond")) {
      Node condition = nodes.truth(word(apply, 0, state));
      if (condition instanceof Node.Fixed) {
        return evaluator.value(apply.arguments().get(Nodes.isZero(condition) ? 2 : 1), state);
      }
      Value yes = evaluator.value(apply.arguments().get(1), state).as(apply.type(), nodes);
      Value no = evaluator.value(apply.arguments().get(2), state).as(apply.type(), nodes);
      return choose(condition, yes, no, apply.place());
    }
    if (apply.arguments().size() == 2 && isComparison(apply.operator())) {
      return new Value.Word(comparison(apply, state));
    }
    int width = apply.type() instanceof Type.Packed packed ? packed.width() : 1;
    return new Value.Word(word(apply, width, apply.operator(), state));
  }

  private Value choose(Node condition, Value yes, Value no, Place place) {
    if (yes instanceof Value.Parts left && no instanceof Value.Parts right) {
      List<Value> parts = new ArrayList<>();
      for (int i = 0; i < left.values().size(); i++) {
        parts.add(choose(condition, left.values().get(i), right.values().get(i), place));
      }
      return new Value.Parts(parts);
    }
    if (!(yes instanceof Value.Word(Node a)) || !(no instanceof Value.Word(Node b))) {
      throw lostPattern(place);
    }
    int width = Math.max(a.width(), b.width());
    return new Value.Word(
        nodes.mux(condition, nodes.resize(a, width, false), nodes.resize(b, width, false)));
  }

  private Node word(Expression.Apply apply, int argument, State state) {
    return evaluator.word(apply.arguments().get(argument), state);
  }

  private boolean signed(Expression.Apply apply, int argument) {
    return apply.arguments().get(argument).type() instanceof Type.Packed packed && packed.signed();
  }

  private Node word(Expression.Apply apply, int width, String operator, State state) {
    Node a = word(apply, 0, state);
    return switch (operator) {
      case "add" -> arithmetic(Operation.ADD, a, apply, width, state);
      case "sub" -> arithmetic(Operation.SUB, a, apply, width, state);
      case "mul", "muls" -> arithmetic(Operation.MUL, a, apply, width, state);
      case "and" -> arithmetic(Operation.AND, a, apply, width, state);
      case "or" -> arithmetic(Operation.OR, a, apply, width, state);
      case "xor" -> arithmetic(Operation.XOR, a, apply, width, state);
      case "div" -> divide(Operation.DIV, false, a, apply, width, state);
      case "divs" -> divide(Operation.DIV, true, a, apply, width, state);
      case "moddiv" -> divide(Operation.MOD, false, a, apply, width, state);
      case "moddivs" -> divide(Operation.MOD, true, a, apply, width, state);
      case "not" -> nodes.not(fit(a, width, signed(apply, 0)));
      case "negate" ->
          nodes.compute(Operation.NEG, false, List.of(fit(a, width, signed(apply, 0))), width);
      case "lognot" -> nodes.not(nodes.truth(a));
      case "logand" -> {
        // What a fixed 0 keeps from mattering is not looked at: it may select what is not there.
        Node first = nodes.truth(a);
        yield Nodes.isZero(first) ? first : nodes.and(first, nodes.truth(word(apply, 1, state)));
      }
      case "logor" -> {
        Node first = nodes.truth(a);
        yield Nodes.isOnes(first) ? first : nodes.or(first, nodes.truth(word(apply, 1, state)));
      }
      case "logif" -> nodes.or(nodes.not(nodes.truth(a)), nodes.truth(word(apply, 1, state)));
      case "logeq" ->
          nodes.compare(Operation.EQ, false, nodes.truth(a), nodes.truth(word(apply, 1, state)));
      case "redand" -> nodes.compute(Operation.REDUCE_AND, false, List.of(a), 1);
      case "redor" -> nodes.truth(a);
      case "redxor" -> nodes.compute(Operation.REDUCE_XOR, false, List.of(a), 1);
      case "shiftl" -> shift(Operation.SHL, false, fit(a, width, signed(apply, 0)), apply, state);
      case "shiftr" -> shift(Operation.SHR, false, fit(a, width, false), apply, state);
      case "shiftrs" -> shift(Operation.SSHR, true, fit(a, width, true), apply, state);
      case "concat" -> {
        List<Node> parts = new ArrayList<>();
        for (int i = apply.arguments().size() - 1; i >= 1; i--) {
          parts.add(word(apply, i, state));
        }
        parts.add(a);
        yield nodes.join(parts);
      }
      case "replicate" -> replicate(a, width);
      case "extend" -> nodes.resize(a, width, false);
      case "extends" -> nodes.resize(a, width, true);
      case "signed", "unsigned" -> fit(a, width, false);
      case "pow", "powsu" -> power(a, apply, width, operator.equals("powsu"), false, state);
      case "powus", "powss" -> power(a, apply, width, operator.equals("powss"), true, state);
      case "countones" -> nodes.resize(ones(a), width, false);
      case "countbits" -> nodes.resize(ones(counted(a, apply, state)), width, false);
      case "onehot" -> nodes.and(nodes.truth(a), atMostOne(a));
      case "onehot0" -> atMostOne(a);
      case "clog2" -> logarithm(a, width);
      case "isunknown" -> nodes.fixed(0, 1);
      case "streaml" -> streamLeft(a, sliceWidth(apply));
      case "streamr" -> a;
      default ->
          throw context.unsupported(apply.place(), "operator '" + operator + "' is unknown here");
    };
  }

  /** Verilator has made operands as wide as the result; literals may be narrower. */
  private Node fit(Node node, int width, boolean signed) {
    return nodes.resize(node, width, signed);
  }

  private Node arithmetic(
      Operation operation, Node a, Expression.Apply apply, int width, State state) {
    return nodes.binary(
        operation,
        fit(a, width, signed(apply, 0)),
        fit(word(apply, 1, state), width, signed(apply, 1)));
  }

  /** Division by zero gives 0, as it does in Verilator. */
  private Node divide(
      Operation operation, boolean signed, Node a, Expression.Apply apply, int width, State state) {
    Node b = fit(word(apply, 1, state), width, signed);
    Node result = nodes.compute(operation, signed, List.of(fit(a, width, signed), b), width);
    return nodes.mux(nodes.truth(b), result, nodes.fixed(0, width));
  }

  private Node shift(
      Operation operation, boolean signed, Node a, Expression.Apply apply, State state) {
    return nodes.compute(operation, signed, List.of(a, word(apply, 1, state)), a.width());
  }

  private Node replicate(Node a, int width) {
    if (a.width() == 1 && width > 1) {
      return nodes.compute(Operation.EXTEND, true, List.of(a), width);
    }
    List<Node> parts = new ArrayList<>();
    for (int at = 0; at < width; at += a.width()) {
      parts.add(nodes.slice(a, 0, Math.min(a.width(), width - at)));
    }
    return nodes.join(parts);
  }

  /** A power with a negative exponent is 0, but for the bases 1 and -1. */
  private Node power(
      Node base,
      Expression.Apply apply,
      int width,
      boolean signed,
      boolean signedExponent,
      State state) {
    Node a = fit(base, width, signed);
    Node b = word(apply, 1, state);
    boolean positive = !signedExponent || Nodes.isZero(nodes.slice(b, b.width() - 1, 1));
    if (positive && b instanceof Node.Fixed fixed && fixed.value().bitLength() <= 4) {
      Node product = nodes.fixed(1, width);
      for (int i = 0; i < fixed.value().intValue(); i++) {
        product = i == 0 ? a : nodes.binary(Operation.MUL, product, a);
      }
      return product;
    }
    if (positive && a instanceof Node.Fixed two && two.value().equals(BigInteger.TWO)) {
      return nodes.compute(Operation.SHL, false, List.of(nodes.fixed(1, width), b), width);
    }
    Node plain =
        nodes.compute(
            Operation.POW, signed, List.of(a, nodes.resize(b, b.width() + 1, false)), width);
    if (positive) {
      return plain;
    }
    Node odd = nodes.slice(b, 0, 1);
    Node ones = nodes.fixed(BigInteger.ONE.negate(), width);
    Node minusOne = signed ? nodes.compare(Operation.EQ, false, a, ones) : nodes.zero();
    Node unit = nodes.or(nodes.equal(a, 1), nodes.and(minusOne, nodes.not(odd)));
    Node inverse = nodes.mux(nodes.and(minusOne, odd), ones, nodes.resize(unit, width, false));
    return nodes.mux(nodes.slice(b, b.width() - 1, 1), inverse, plain);
  }

  /** How many bits are 1, added up in pairs. */
  private Node ones(Node a) {
    if (a.width() == 1) {
      return a;
    }
    int half = a.width() / 2;
    Node low = ones(nodes.slice(a, 0, half));
    Node high = ones(nodes.slice(a, half, a.width() - half));
    int width = Math.max(low.width(), high.width()) + 1;
    return nodes.binary(
        Operation.ADD, nodes.resize(low, width, false), nodes.resize(high, width, false));
  }

  /** The bits that are like one of the digits behind the first argument; none is x or z. */
  private Node counted(Node a, Expression.Apply apply, State state) {
    Node like = nodes.fixed(0, a.width());
    for (int i = 1; i < apply.arguments().size(); i++) {
      if (!(apply.arguments().get(i) instanceof Expression.Constant digit) || digit.isKnown()) {
        Node one = nodes.slice(word(apply, i, state), 0, 1);
        like = nodes.or(like, nodes.mux(one, a, nodes.not(a)));
      }
    }
    return like;
  }

  private Node atMostOne(Node a) {
    Node less = nodes.binary(Operation.SUB, a, nodes.fixed(1, a.width()));
    return nodes.not(nodes.truth(nodes.and(a, less)));
  }

  private Node logarithm(Node a, int width) {
    Node less = nodes.binary(Operation.SUB, a, nodes.fixed(1, a.width()));
    Node bits = nodes.fixed(0, width);
    for (int i = 0; i < a.width(); i++) {
      bits = nodes.mux(nodes.slice(less, i, 1), nodes.fixed(i + 1L, width), bits);
    }
    return nodes.mux(nodes.truth(a), bits, nodes.fixed(0, width));
  }

  static int sliceWidth(Expression.Apply stream) {
    return stream.arguments().get(1) instanceof Expression.Constant constant
        ? Math.max(1, constant.value().intValue())
        : 1;
  }

  /** Slices from the lowest, each below the one before. */
  Node streamLeft(Node a, int size) {
    List<Node> parts = new ArrayList<>();
    for (int at = 0; at < a.width(); at += size) {
      parts.addFirst(nodes.slice(a, at, Math.min(size, a.width() - at)));
    }
    return nodes.join(parts);
  }

  private static boolean isComparison(String operator) {
    return switch (operator) {
      case "eq",
          "neq",
          "eqcase",
          "neqcase",
          "eqwild",
          "neqwild",
          "lt",
          "lts",
          "lte",
          "ltes",
          "gt",
          "gts",
          "gte",
          "gtes" ->
          true;
      default -> false;
    };
  }

  private Node comparison(Expression.Apply apply, State state) {
    String operator = apply.operator();
    Expression left = apply.arguments().get(0);
    Expression right = apply.arguments().get(1);
    if (operator.endsWith("wild")) {
      Node match = matches(left, right, Statement.Wild.X_AND_Z, state);
      return operator.startsWith("neq") ? nodes.not(match) : match;
    }
    refuseUnknown(left);
    refuseUnknown(right);
    return compare(
        operator, evaluator.value(left, state), evaluator.value(right, state), apply.place());
  }

  private dev.backplane.rtl.RtlException lostPattern(Place place) {
    return context.unsupported(
        place,
        "an assignment pattern of an unpacked struct, which Verilator loses here. Make the struct"
            + " packed, or assign its members one by one");
  }

  private void refuseUnknown(Expression expression) {
    if (expression instanceof Expression.Constant constant && !constant.isKnown()) {
      throw context
          .texts()
          .refused(
              RtlError.SOURCE_UNSUPPORTED,
              constant.place(),
              "a comparison with 'x' or 'z': hardware knows neither. Compare known bits only");
    }
  }

  private Node compare(String operator, Value left, Value right, Place place) {
    if (left instanceof Value.Parts a && right instanceof Value.Parts b) {
      Node all = nodes.one();
      for (int i = 0; i < a.values().size(); i++) {
        all = nodes.and(all, compare("eq", a.values().get(i), b.values().get(i), place));
      }
      return operator.startsWith("neq") ? nodes.not(all) : all;
    }
    if (!(left instanceof Value.Word(Node first)) || !(right instanceof Value.Word(Node second))) {
      throw lostPattern(place);
    }
    boolean signed = operator.endsWith("s");
    int width = Math.max(first.width(), second.width());
    Node a = nodes.resize(first, width, signed);
    Node b = nodes.resize(second, width, signed);
    return switch (operator.replaceFirst("(case|s)$", "")) {
      case "eq" -> nodes.compare(Operation.EQ, false, a, b);
      case "neq" -> nodes.not(nodes.compare(Operation.EQ, false, a, b));
      case "lt" -> nodes.compare(Operation.LT, signed, a, b);
      case "lte" -> nodes.compare(Operation.LE, signed, a, b);
      case "gt" -> nodes.compare(Operation.LT, signed, b, a);
      default -> nodes.compare(Operation.LE, signed, b, a);
    };
  }

  /** Whether a value matches a label, some digits of which may match anything. */
  Node matches(Expression subject, Expression label, Statement.Wild wild, State state) {
    Node value = evaluator.word(subject, state);
    if (label instanceof Expression.Apply range && range.operator().equals("insiderange")) {
      boolean signed = signed(range, 0) && subject.type() instanceof Type.Packed p && p.signed();
      Node low = fit(word(range, 0, state), value.width(), signed);
      Node high = fit(word(range, 1, state), value.width(), signed);
      return nodes.and(
          nodes.compare(Operation.LE, signed, low, value),
          nodes.compare(Operation.LE, signed, value, high));
    }
    if (!(label instanceof Expression.Constant constant) || constant.isKnown()) {
      Node other = evaluator.word(label, state);
      int width = Math.max(value.width(), other.width());
      return nodes.compare(
          Operation.EQ,
          false,
          nodes.resize(value, width, false),
          nodes.resize(other, width, false));
    }
    BigInteger any =
        switch (wild) {
          case NONE -> BigInteger.ZERO;
          case Z -> constant.floating();
          case X_AND_Z -> constant.floating().or(constant.unknown());
        };
    if (!constant.floating().or(constant.unknown()).andNot(any).equals(BigInteger.ZERO)) {
      refuseUnknown(label);
    }
    List<Node> relevant = new ArrayList<>();
    List<Node> expected = new ArrayList<>();
    Node digits = nodes.fixed(constant.value(), value.width());
    for (int i = 0; i < value.width(); i++) {
      if (!any.testBit(i)) {
        relevant.add(nodes.slice(value, i, 1));
        expected.add(nodes.slice(digits, i, 1));
      }
    }
    return relevant.isEmpty()
        ? nodes.one()
        : nodes.compare(Operation.EQ, false, nodes.join(relevant), nodes.join(expected));
  }
}
