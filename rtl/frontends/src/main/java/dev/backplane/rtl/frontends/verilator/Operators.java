package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Evaluates Verilator's operators. */
final class Operators {
  /** The name, in messages, of a {@code $} that is not the end of a range. */
  static final String OPEN_END = "'$' where it is not the end of a range";

  private final ExecutionContext context;
  private final NodeGraph graph;
  private final Evaluator evaluator;

  Operators(ExecutionContext context, Evaluator evaluator) {
    this.context = context;
    this.graph = context.graph();
    this.evaluator = evaluator;
  }

  Value apply(Expression.Apply apply, PathState state) {
    if (apply.operator().equals("cond")) {
      Node condition = graph.truth(word(apply, 0, state));
      if (condition instanceof Node.Fixed) {
        return evaluator.value(apply.arguments().get(NodeGraph.isZero(condition) ? 2 : 1), state);
      }
      Node not = graph.not(condition);
      context.coverBranch(apply.location(), 0, "?", condition, state);
      context.coverBranch(apply.location(), 1, ":", not, state);
      Value yes =
          context
              .when(condition, () -> evaluator.value(apply.arguments().get(1), state))
              .convertTo(apply.type(), graph);
      Value no =
          context
              .when(not, () -> evaluator.value(apply.arguments().get(2), state))
              .convertTo(apply.type(), graph);
      return mux(condition, yes, no, apply.location());
    }
    if (apply.arguments().size() == 2 && isComparison(apply.operator())) {
      return new Value.Word(comparison(apply, state));
    }
    int width = apply.type() instanceof Type.Packed packed ? packed.width() : 1;
    return new Value.Word(word(apply, width, apply.operator(), state));
  }

  private Value mux(Node condition, Value yes, Value no, SourceLocation location) {
    if (yes instanceof Value.Parts left && no instanceof Value.Parts right) {
      List<Value> parts = new ArrayList<>();
      for (int i = 0; i < left.values().size(); i++) {
        parts.add(mux(condition, left.values().get(i), right.values().get(i), location));
      }
      return new Value.Parts(parts);
    }
    if (!(yes instanceof Value.Word(Node a)) || !(no instanceof Value.Word(Node b))) {
      throw lostPattern(location);
    }
    int width = Math.max(a.width(), b.width());
    return new Value.Word(
        graph.mux(condition, graph.resize(a, width, false), graph.resize(b, width, false)));
  }

  private Node word(Expression.Apply apply, int argument, PathState state) {
    return evaluator.word(apply.arguments().get(argument), state);
  }

  private boolean signed(Expression.Apply apply, int argument) {
    return apply.arguments().get(argument).type() instanceof Type.Packed packed && packed.signed();
  }

  private Node word(Expression.Apply apply, int width, String operator, PathState state) {
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
      case "not" -> graph.not(fit(a, width, signed(apply, 0)));
      case "negate" ->
          graph.compute(Operation.NEG, false, List.of(fit(a, width, signed(apply, 0))), width);
      case "lognot" -> graph.not(graph.truth(a));
      case "logand" -> {
        // An operand that a constant 0 makes irrelevant is not evaluated: it may have a selection
        // out of range.
        Node first = graph.truth(a);
        yield NodeGraph.isZero(first)
            ? first
            : graph.and(first, graph.truth(word(apply, 1, state)));
      }
      case "logor" -> {
        Node first = graph.truth(a);
        yield NodeGraph.isOnes(first) ? first : graph.or(first, graph.truth(word(apply, 1, state)));
      }
      case "logif" -> graph.or(graph.not(graph.truth(a)), graph.truth(word(apply, 1, state)));
      case "logeq" ->
          graph.compare(Operation.EQ, false, graph.truth(a), graph.truth(word(apply, 1, state)));
      case "redand" -> graph.compute(Operation.REDUCE_AND, false, List.of(a), 1);
      case "redor" -> graph.truth(a);
      case "redxor" -> graph.compute(Operation.REDUCE_XOR, false, List.of(a), 1);
      case "shiftl" -> shift(Operation.SHL, false, fit(a, width, signed(apply, 0)), apply, state);
      case "shiftr" -> shift(Operation.SHR, false, fit(a, width, false), apply, state);
      case "shiftrs" -> shift(Operation.SSHR, true, fit(a, width, true), apply, state);
      case "concat" -> {
        List<Node> parts = new ArrayList<>();
        for (int i = apply.arguments().size() - 1; i >= 1; i--) {
          parts.add(word(apply, i, state));
        }
        parts.add(a);
        yield graph.concat(parts);
      }
      case "replicate" -> replicate(a, width);
      case "extend" -> extend(apply.arguments().getFirst(), a, width);
      case "extends" -> graph.resize(a, width, true);
      case "signed", "unsigned" -> fit(a, width, false);
      case "pow", "powsu" -> power(a, apply, width, operator.equals("powsu"), false, state);
      case "powus", "powss" -> power(a, apply, width, operator.equals("powss"), true, state);
      case "countones" -> graph.resize(popCount(a), width, false);
      case "countbits" -> graph.resize(popCount(countBits(a, apply, state)), width, false);
      case "onehot" -> graph.and(graph.truth(a), oneHotOrZero(a));
      case "onehot0" -> oneHotOrZero(a);
      case "clog2" -> clog2(a, width);
      case "isunknown" -> graph.fixed(0, 1);
      case "streaml" -> streamLeft(a, sliceWidth(apply));
      case "streamr" -> a;
      default ->
          throw context.unsupported(
              apply.location(), "operator '" + operator + "' is unknown here");
    };
  }

  /** Resizes an operand: Verilator extends operands to the width of the result, except literals. */
  private Node fit(Node node, int width, boolean signed) {
    return graph.resize(node, width, signed);
  }

  private Node arithmetic(
      Operation operation, Node a, Expression.Apply apply, int width, PathState state) {
    return graph.binary(
        operation,
        fit(a, width, signed(apply, 0)),
        fit(word(apply, 1, state), width, signed(apply, 1)));
  }

  /** Division by zero gives 0, as in Verilator. */
  private Node divide(
      Operation operation,
      boolean signed,
      Node a,
      Expression.Apply apply,
      int width,
      PathState state) {
    Node b = fit(word(apply, 1, state), width, signed);
    Node result = graph.compute(operation, signed, List.of(fit(a, width, signed), b), width);
    return graph.mux(graph.truth(b), result, graph.fixed(0, width));
  }

  private Node shift(
      Operation operation, boolean signed, Node a, Expression.Apply apply, PathState state) {
    return graph.compute(operation, signed, List.of(a, word(apply, 1, state)), a.width());
  }

  /** Extends by zeros, on the right of a stream of bits (IEEE 1800-2017, 11.4.14.3). */
  private Node extend(Expression operand, Node a, int width) {
    boolean stream =
        operand instanceof Expression.Apply apply && apply.operator().startsWith("stream");
    return stream && width > a.width()
        ? graph.concat(List.of(graph.fixed(0, width - a.width()), a))
        : graph.resize(a, width, false);
  }

  private Node replicate(Node a, int width) {
    if (a.width() == 1 && width > 1) {
      return graph.compute(Operation.EXTEND, true, List.of(a), width);
    }
    List<Node> parts = new ArrayList<>();
    for (int at = 0; at < width; at += a.width()) {
      parts.add(graph.slice(a, 0, Math.min(a.width(), width - at)));
    }
    return graph.concat(parts);
  }

  /** A power with a negative exponent is 0, except for the bases 1 and -1. */
  private Node power(
      Node base,
      Expression.Apply apply,
      int width,
      boolean signed,
      boolean signedExponent,
      PathState state) {
    Node a = fit(base, width, signed);
    Node b = word(apply, 1, state);
    boolean positive = !signedExponent || NodeGraph.isZero(graph.slice(b, b.width() - 1, 1));
    if (positive && b instanceof Node.Fixed fixed && fixed.value().bitLength() <= 4) {
      Node product = graph.fixed(1, width);
      for (int i = 0; i < fixed.value().intValue(); i++) {
        product = i == 0 ? a : graph.binary(Operation.MUL, product, a);
      }
      return product;
    }
    if (positive && a instanceof Node.Fixed two && two.value().equals(BigInteger.TWO)) {
      return graph.compute(Operation.SHL, false, List.of(graph.fixed(1, width), b), width);
    }
    Node plain =
        graph.compute(
            Operation.POW, signed, List.of(a, graph.resize(b, b.width() + 1, false)), width);
    if (positive) {
      return plain;
    }
    Node odd = graph.slice(b, 0, 1);
    Node ones = graph.fixed(BigInteger.ONE.negate(), width);
    Node minusOne = signed ? graph.compare(Operation.EQ, false, a, ones) : graph.zero();
    Node unit = graph.or(graph.equal(a, 1), graph.and(minusOne, graph.not(odd)));
    Node inverse = graph.mux(graph.and(minusOne, odd), ones, graph.resize(unit, width, false));
    return graph.mux(graph.slice(b, b.width() - 1, 1), inverse, plain);
  }

  /** The number of bits that are 1, as a tree of adders. */
  private Node popCount(Node a) {
    if (a.width() == 1) {
      return a;
    }
    int half = a.width() / 2;
    Node low = popCount(graph.slice(a, 0, half));
    Node high = popCount(graph.slice(a, half, a.width() - half));
    int width = Math.max(low.width(), high.width()) + 1;
    return graph.binary(
        Operation.ADD, graph.resize(low, width, false), graph.resize(high, width, false));
  }

  /**
   * The number of bits of the first argument that are equal to one of the other arguments; no bit
   * is x or z.
   */
  private Node countBits(Node a, Expression.Apply apply, PathState state) {
    Node like = graph.fixed(0, a.width());
    for (int i = 1; i < apply.arguments().size(); i++) {
      if (!(apply.arguments().get(i) instanceof Expression.Constant digit) || digit.isKnown()) {
        Node one = graph.slice(word(apply, i, state), 0, 1);
        like = graph.or(like, graph.mux(one, a, graph.not(a)));
      }
    }
    return like;
  }

  private Node oneHotOrZero(Node a) {
    Node less = graph.binary(Operation.SUB, a, graph.fixed(1, a.width()));
    return graph.not(graph.truth(graph.and(a, less)));
  }

  private Node clog2(Node a, int width) {
    Node less = graph.binary(Operation.SUB, a, graph.fixed(1, a.width()));
    Node bits = graph.fixed(0, width);
    for (int i = 0; i < a.width(); i++) {
      bits = graph.mux(graph.slice(less, i, 1), graph.fixed(i + 1L, width), bits);
    }
    return graph.mux(graph.truth(a), bits, graph.fixed(0, width));
  }

  static int sliceWidth(Expression.Apply stream) {
    return stream.arguments().get(1) instanceof Expression.Constant constant
        ? Math.max(1, constant.value().intValue())
        : 1;
  }

  /** Streaming to the left: reverses the order of slices. */
  Node streamLeft(Node a, int size) {
    List<Node> parts = new ArrayList<>();
    for (int at = 0; at < a.width(); at += size) {
      parts.addFirst(graph.slice(a, at, Math.min(size, a.width() - at)));
    }
    return graph.concat(parts);
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

  private Node comparison(Expression.Apply apply, PathState state) {
    String operator = apply.operator();
    Expression left = apply.arguments().get(0);
    Expression right = apply.arguments().get(1);
    if (operator.endsWith("wild")) {
      Node match = matches(left, right, Statement.Wildcards.X_AND_Z, state);
      return operator.startsWith("neq") ? graph.not(match) : match;
    }
    refuseUnknown(left);
    refuseUnknown(right);
    Type type = left.type() instanceof Type.Array ? left.type() : right.type();
    return compare(
        operator,
        evaluator.value(left, state).convertTo(type, graph),
        evaluator.value(right, state).convertTo(type, graph),
        apply.location());
  }

  private dev.backplane.rtl.base.RtlException lostPattern(SourceLocation location) {
    return context.unsupported(
        location,
        "an assignment pattern of an unpacked struct, which Verilator loses here. Make the struct"
            + " packed, or assign its members one by one");
  }

  private void refuseUnknown(Expression expression) {
    if (expression instanceof Expression.Constant constant && !constant.isKnown()) {
      throw context
          .texts()
          .error(
              RtlError.SOURCE_UNSUPPORTED,
              constant.location(),
              "a comparison with 'x' or 'z': hardware knows neither. Compare known bits only");
    }
  }

  private Node compare(String operator, Value left, Value right, SourceLocation location) {
    if (left instanceof Value.Parts a && right instanceof Value.Parts b) {
      Node all = graph.one();
      for (int i = 0; i < a.values().size(); i++) {
        all = graph.and(all, compare("eq", a.values().get(i), b.values().get(i), location));
      }
      return operator.startsWith("neq") ? graph.not(all) : all;
    }
    if (!(left instanceof Value.Word(Node first)) || !(right instanceof Value.Word(Node second))) {
      throw lostPattern(location);
    }
    boolean signed = operator.endsWith("s");
    int width = Math.max(first.width(), second.width());
    Node a = graph.resize(first, width, signed);
    Node b = graph.resize(second, width, signed);
    return switch (operator.replaceFirst("(case|s)$", "")) {
      case "eq" -> graph.compare(Operation.EQ, false, a, b);
      case "neq" -> graph.not(graph.compare(Operation.EQ, false, a, b));
      case "lt" -> graph.compare(Operation.LT, signed, a, b);
      case "lte" -> graph.compare(Operation.LE, signed, a, b);
      case "gt" -> graph.compare(Operation.LT, signed, b, a);
      default -> graph.compare(Operation.LE, signed, b, a);
    };
  }

  /** Tells whether a bound of a range is at most a value, or at least; an open end is always. */
  private Node atMost(
      Expression bound, Node value, boolean low, boolean subjectSigned, PathState state) {
    if (bound instanceof Expression.Unsupported open && open.what().equals(OPEN_END)) {
      return graph.fixed(1, 1);
    }
    Type.Packed type = bound.type() instanceof Type.Packed packed ? packed : null;
    boolean signed = subjectSigned && type != null && type.signed();
    int width = Math.max(value.width(), type == null ? 0 : type.width());
    Node wide = graph.resize(value, width, signed);
    Node end = fit(evaluator.word(bound, state), width, signed);
    return graph.compare(Operation.LE, signed, low ? end : wide, low ? wide : end);
  }

  /** Tells whether a value matches a label, which may have wildcards. */
  Node matches(Expression subject, Expression label, Statement.Wildcards wild, PathState state) {
    Node value = evaluator.word(subject, state);
    // Verilator extends a range as if it were a number.
    Expression inner =
        ContextSizing.isExtension(label)
            ? ((Expression.Apply) label).arguments().getFirst()
            : label;
    if (inner instanceof Expression.Apply range && range.operator().equals("insiderange")) {
      boolean signed = subject.type() instanceof Type.Packed p && p.signed();
      return graph.and(
          atMost(range.arguments().get(0), value, true, signed, state),
          atMost(range.arguments().get(1), value, false, signed, state));
    }
    if (!(label instanceof Expression.Constant constant) || constant.isKnown()) {
      Node other = evaluator.word(label, state);
      int width = Math.max(value.width(), other.width());
      return graph.compare(
          Operation.EQ,
          false,
          graph.resize(value, width, false),
          graph.resize(other, width, false));
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
    Node digits = graph.fixed(constant.value(), value.width());
    for (int i = 0; i < value.width(); i++) {
      if (!any.testBit(i)) {
        relevant.add(graph.slice(value, i, 1));
        expected.add(graph.slice(digits, i, 1));
      }
    }
    return relevant.isEmpty()
        ? graph.one()
        : graph.compare(Operation.EQ, false, graph.concat(relevant), graph.concat(expected));
  }
}
