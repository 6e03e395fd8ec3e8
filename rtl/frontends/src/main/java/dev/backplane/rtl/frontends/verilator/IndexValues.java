package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.ConstantFolding;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes indices of the source in their full width: that of their widest operand, signed if all
 * operands are (IEEE 1800-2017, 11.6 and 11.8).
 */
final class IndexValues {
  /** More bits than any place in a word or array needs. */
  private static final int MOST_BITS = 64;

  private static final Size BIT = new Size(1, false);

  private static final BigInteger TOO_MANY = BigInteger.ONE.shiftLeft(24);

  private final ExecutionContext context;
  private final NodeGraph graph;
  private final Evaluator evaluator;

  IndexValues(ExecutionContext context, Evaluator evaluator) {
    this.context = context;
    this.graph = context.graph();
    this.evaluator = evaluator;
  }

  /**
   * A number with a sign.
   *
   * @param node its bits, in two's complement
   * @param least what it is at least
   * @param most what it is at most
   */
  record Bounded(Node node, BigInteger least, BigInteger most) {}

  private record Size(int width, boolean signed) {
    Size with(Size other) {
      return new Size(Math.max(width, other.width), signed && other.signed);
    }

    BigInteger least() {
      return signed ? BigInteger.ONE.shiftLeft(width - 1).negate() : BigInteger.ZERO;
    }

    BigInteger most() {
      return BigInteger.ONE.shiftLeft(signed ? width - 1 : width).subtract(BigInteger.ONE);
    }
  }

  /** The value of an index, or null if it has a name that is no constant. */
  @Nullable Bounded of(IndexTerm term, PathState state) {
    Size size = size(term);
    if (size == null || size.width() > MOST_BITS) {
      return null;
    }
    Bounded value = value(term, size, state);
    if (!size.signed() && size.width() >= Integer.SIZE) {
      // Simulators have integers as indices: what wrapped below 0 is below the first place.
      value = bounded(value.node(), new Size(size.width(), true));
      size = new Size(size.width(), true);
    }
    // One bit more holds the sign of a number that has none.
    return new Bounded(
        graph.resize(value.node(), size.width() + 1, size.signed()), value.least(), value.most());
  }

  private @Nullable Size size(IndexTerm term) {
    return switch (term) {
      case IndexTerm.Literal literal -> new Size(literal.width(), literal.signed());
      case IndexTerm.Operand operand ->
          declared(operand.expression()) instanceof Type.Packed packed
              ? new Size(packed.width(), packed.signed())
              : null;
      case IndexTerm.Slice slice -> {
        BigInteger left = constant(slice.left());
        BigInteger right = constant(slice.right());
        int width =
            left == null || right == null
                ? 0
                : left.subtract(right).abs().add(BigInteger.ONE).min(TOO_MANY).intValue();
        yield width == 0 || fullWidth(slice.cut()) < width ? null : new Size(width, slice.signed());
      }
      case IndexTerm.Named named -> {
        Variable parameter = context.parameter(named.name());
        Variable variable = context.visible(named.name());
        yield context.constant(named.name()) == null
            ? variable != null && variable.type() instanceof Type.Packed packed
                ? new Size(packed.width(), packed.signed())
                : null
            : parameter != null && parameter.type() instanceof Type.Packed packed
                ? new Size(packed.width(), packed.signed())
                : new Size(Integer.SIZE, true);
      }
      case IndexTerm.Unary unary -> size(unary.operand());
      case IndexTerm.Reduction reduction -> size(reduction.operand()) == null ? null : BIT;
      case IndexTerm.Resized cast -> {
        Size own = size(cast.operand());
        yield own == null || cast.width() == 0 ? null : new Size(cast.width(), own.signed());
      }
      case IndexTerm.Signed cast -> {
        Size own = size(cast.operand());
        yield own == null ? null : new Size(own.width(), cast.signed());
      }
      case IndexTerm.Comparison comparison ->
          common(comparison.left(), comparison.right()) == null ? null : BIT;
      case IndexTerm.Logic logic -> common(logic.left(), logic.right()) == null ? null : BIT;
      case IndexTerm.Choice choice ->
          size(choice.condition()) == null ? null : common(choice.then(), choice.otherwise());
      case IndexTerm.Join join -> {
        int width = 0;
        for (IndexTerm part : join.parts()) {
          Size one = size(part);
          width = one == null ? MOST_BITS + 1 : Math.min(MOST_BITS + 1, width + one.width());
        }
        yield width > MOST_BITS ? null : new Size(width, false);
      }
      case IndexTerm.Binary binary -> {
        Size left = size(binary.left());
        Size right = size(binary.right());
        yield left == null || right == null ? null : isShift(binary) ? left : left.with(right);
      }
    };
  }

  private @Nullable Size common(IndexTerm one, IndexTerm other) {
    Size left = size(one);
    Size right = size(other);
    return left == null || right == null ? null : left.with(right);
  }

  /** The value of a term of constants, or null if it is not one. */
  @Nullable BigInteger constant(IndexTerm term) {
    if (term instanceof IndexTerm.Literal literal) {
      return literal.value();
    }
    Size size = size(term);
    return size == null || hasOperand(term)
        ? null
        : value(term, size, PathState.first(graph)).least();
  }

  private boolean hasOperand(IndexTerm term) {
    return switch (term) {
      case IndexTerm.Operand operand -> true;
      case IndexTerm.Slice slice -> true;
      case IndexTerm.Literal literal -> false;
      case IndexTerm.Named named -> context.constant(named.name()) == null;
      case IndexTerm.Unary unary -> hasOperand(unary.operand());
      case IndexTerm.Reduction reduction -> hasOperand(reduction.operand());
      case IndexTerm.Resized cast -> hasOperand(cast.operand());
      case IndexTerm.Signed cast -> hasOperand(cast.operand());
      case IndexTerm.Comparison both -> hasOperand(both.left()) || hasOperand(both.right());
      case IndexTerm.Logic both -> hasOperand(both.left()) || hasOperand(both.right());
      case IndexTerm.Choice choice ->
          hasOperand(choice.condition())
              || hasOperand(choice.then())
              || hasOperand(choice.otherwise());
      case IndexTerm.Join join -> join.parts().stream().anyMatch(this::hasOperand);
      case IndexTerm.Binary binary -> hasOperand(binary.left()) || hasOperand(binary.right());
    };
  }

  /** The type that an operand has in the source: the tree's has lost the sign where it is cut. */
  private Type declared(Expression operand) {
    return switch (operand) {
      case Expression.Name name -> context.variable(name).type();
      case Expression.ElementOf element when declared(element.from()) instanceof Type.Array array ->
          array.element();
      case Expression.MemberOf member
          when declared(member.from()) instanceof Type.Struct struct
              && struct.index(member.member()) >= 0 ->
          struct.members().get(struct.index(member.member())).type();
      case Expression.Call call ->
          context.function(call).function().variables().stream()
              .filter(variable -> variable.name().equals(call.name()))
              .map(Declaration::type)
              .findFirst()
              .orElse(operand.type());
      default -> operand.type();
    };
  }

  /** Returns the number of bits of a variable from the lowest selected one. */
  private static int fullWidth(Expression cut) {
    int width = variable(cut).type() instanceof Type.Packed packed ? packed.width() : 0;
    return switch (cut) {
      case Expression.Bits bits when bits.lsb() instanceof Expression.Constant lsb ->
          width - lsb.value().min(TOO_MANY).intValue();
      case Expression.Name name -> width;
      default -> 0;
    };
  }

  private static Expression variable(Expression cut) {
    return cut instanceof Expression.Bits bits ? bits.from() : cut;
  }

  private static boolean isShift(IndexTerm.Binary binary) {
    return binary.operator().startsWith("<") || binary.operator().startsWith(">");
  }

  private Bounded value(IndexTerm term, Size size, PathState state) {
    return switch (term) {
      case IndexTerm.Literal literal -> fixed(literal.value(), size);
      case IndexTerm.Named named -> {
        BigInteger constant = context.constant(named.name());
        yield constant == null ? operand(name(named), size, state) : fixed(constant, size);
      }
      case IndexTerm.Slice slice -> {
        Size own = size(slice);
        Node of = evaluator.word(variable(slice.cut()), state);
        int lsb =
            slice.cut() instanceof Expression.Bits bits
                    && bits.lsb() instanceof Expression.Constant low
                ? low.value().intValue()
                : 0;
        int width = own == null ? 1 : own.width();
        boolean signed = size.signed() && slice.signed();
        yield bounded(graph.resize(graph.slice(of, lsb, width), size.width(), signed), size);
      }
      case IndexTerm.Operand operand -> operand(operand.expression(), size, state);
      case IndexTerm.Unary unary -> {
        Bounded of = value(unary.operand(), size, state);
        yield switch (unary.operator()) {
          case "-" ->
              within(
                  graph.compute(Operation.NEG, false, List.of(of.node()), size.width()),
                  of.most().negate(),
                  of.least().negate(),
                  size);
          case "~" -> bounded(graph.not(of.node()), size);
          default -> of;
        };
      }
      case IndexTerm.Binary binary -> binary(binary, size, state);
      case IndexTerm.Choice choice -> {
        Node condition = graph.truth(own(choice.condition(), state).node());
        Bounded then = value(choice.then(), size, state);
        Bounded otherwise = value(choice.otherwise(), size, state);
        yield within(
            graph.mux(condition, then.node(), otherwise.node()),
            then.least().min(otherwise.least()),
            then.most().max(otherwise.most()),
            size);
      }
      case IndexTerm.Join join -> {
        List<Node> parts = new ArrayList<>();
        join.parts().reversed().forEach(part -> parts.add(own(part, state).node()));
        yield bounded(graph.resize(graph.concat(parts), size.width(), false), size);
      }
      case IndexTerm.Reduction reduction -> bit(reduced(reduction, state), size);
      case IndexTerm.Resized cast -> {
        Size own = Objects.requireNonNull(size(cast.operand()));
        // The operand is computed in the wider one of the two sizes, as if it were assigned.
        Size wide = new Size(Math.max(cast.width(), own.width()), own.signed());
        Node node = graph.slice(value(cast.operand(), wide, state).node(), 0, cast.width());
        yield bounded(graph.resize(node, size.width(), size.signed() && own.signed()), size);
      }
      case IndexTerm.Signed cast -> {
        Node node = own(cast.operand(), state).node();
        yield bounded(graph.resize(node, size.width(), size.signed() && cast.signed()), size);
      }
      case IndexTerm.Logic logic -> {
        Node left = graph.truth(own(logic.left(), state).node());
        Node right = graph.truth(own(logic.right(), state).node());
        yield bit(
            logic.operator().equals("&&") ? graph.and(left, right) : graph.or(left, right), size);
      }
      case IndexTerm.Comparison comparison -> bit(compared(comparison, state), size);
    };
  }

  private Bounded operand(Expression operand, Size size, PathState state) {
    boolean signed =
        size.signed() && declared(operand) instanceof Type.Packed packed && packed.signed();
    return bounded(graph.resize(evaluator.word(operand, state), size.width(), signed), size);
  }

  private Expression name(IndexTerm.Named named) {
    Variable variable = Objects.requireNonNull(context.visible(named.name()));
    return new Expression.Name(
        variable.type(), SourceLocation.NOWHERE, named.name(), Reference.LOCAL);
  }

  /** The value of a term in its own size. */
  private Bounded own(IndexTerm term, PathState state) {
    return value(term, Objects.requireNonNull(size(term)), state);
  }

  private Bounded bit(Node node, Size size) {
    return bounded(graph.resize(node, size.width(), false), size);
  }

  private Node reduced(IndexTerm.Reduction reduction, PathState state) {
    Node of = own(reduction.operand(), state).node();
    return switch (reduction.operator()) {
      case "!" -> graph.not(graph.truth(of));
      case "|" -> graph.truth(of);
      case "&" -> graph.not(graph.truth(graph.not(of)));
      default -> {
        Node odd = graph.slice(of, 0, 1);
        for (int bit = 1; bit < of.width(); bit++) {
          odd = graph.binary(Operation.XOR, odd, graph.slice(of, bit, 1));
        }
        yield odd;
      }
    };
  }

  private Node compared(IndexTerm.Comparison comparison, PathState state) {
    Size size = Objects.requireNonNull(common(comparison.left(), comparison.right()));
    List<Node> sides =
        List.of(
            value(comparison.left(), size, state).node(),
            value(comparison.right(), size, state).node());
    boolean signed = size.signed();
    return switch (comparison.operator()) {
      case "==" -> graph.compute(Operation.EQ, false, sides, 1);
      case "!=" -> graph.not(graph.compute(Operation.EQ, false, sides, 1));
      case "<" -> graph.compute(Operation.LT, signed, sides, 1);
      case ">=" -> graph.not(graph.compute(Operation.LT, signed, sides, 1));
      case ">" -> graph.compute(Operation.LT, signed, sides.reversed(), 1);
      default -> graph.not(graph.compute(Operation.LT, signed, sides.reversed(), 1));
    };
  }

  private Bounded binary(IndexTerm.Binary binary, Size size, PathState state) {
    Bounded a = value(binary.left(), size, state);
    if (isShift(binary)) {
      Size own = size(binary.right());
      Bounded by = value(binary.right(), own == null ? size : own, state);
      boolean left = binary.operator().startsWith("<");
      boolean arithmetic = binary.operator().equals(">>>") && size.signed();
      Operation shift = left ? Operation.SHL : arithmetic ? Operation.SSHR : Operation.SHR;
      return bounded(
          graph.compute(shift, arithmetic, List.of(a.node(), by.node()), size.width()), size);
    }
    Bounded b = value(binary.right(), size, state);
    return switch (binary.operator()) {
      case "+" ->
          within(
              graph.binary(Operation.ADD, a.node(), b.node()),
              a.least().add(b.least()),
              a.most().add(b.most()),
              size);
      case "-" ->
          within(
              graph.binary(Operation.SUB, a.node(), b.node()),
              a.least().subtract(b.most()),
              a.most().subtract(b.least()),
              size);
      case "*" -> {
        List<BigInteger> corners =
            List.of(
                a.least().multiply(b.least()),
                a.least().multiply(b.most()),
                a.most().multiply(b.least()),
                a.most().multiply(b.most()));
        yield within(
            graph.binary(Operation.MUL, a.node(), b.node()),
            corners.stream().min(BigInteger::compareTo).orElseThrow(),
            corners.stream().max(BigInteger::compareTo).orElseThrow(),
            size);
      }
      case "/" -> divided(Operation.DIV, a, b, size, a.most());
      case "%" -> divided(Operation.MOD, a, b, size, a.most().min(b.most()));
      case "&" -> {
        Node node = graph.and(a.node(), b.node());
        yield a.least().signum() < 0 || b.least().signum() < 0
            ? bounded(node, size)
            : within(node, BigInteger.ZERO, a.most().min(b.most()), size);
      }
      case "|" -> bounded(graph.or(a.node(), b.node()), size);
      default -> bounded(graph.binary(Operation.XOR, a.node(), b.node()), size);
    };
  }

  /** A quotient or a rest; division by 0 gives 0, as everywhere here. */
  private Bounded divided(Operation operation, Bounded a, Bounded b, Size size, BigInteger most) {
    Node result =
        graph.compute(operation, size.signed(), List.of(a.node(), b.node()), size.width());
    Node node = graph.mux(graph.truth(b.node()), result, graph.fixed(0, size.width()));
    return a.least().signum() < 0 || b.least().signum() < 0
        ? bounded(node, size)
        : within(node, BigInteger.ZERO, most, size);
  }

  private Bounded fixed(BigInteger value, Size size) {
    return bounded(graph.fixed(value, size.width()), size);
  }

  /** A value that wraps where it leaves the numbers of its size. */
  private Bounded within(Node node, BigInteger least, BigInteger most, Size size) {
    return least.compareTo(size.least()) < 0 || most.compareTo(size.most()) > 0
        ? bounded(node, size)
        : node instanceof Node.Fixed ? bounded(node, size) : new Bounded(node, least, most);
  }

  /** A value with the bounds that its bits show. */
  private static Bounded bounded(Node node, Size size) {
    if (node instanceof Node.Fixed fixed) {
      BigInteger value = ConstantFolding.toNumber(fixed, size.signed());
      return new Bounded(node, value, value);
    }
    int zeros = leadingZeros(node);
    return zeros == 0
        ? new Bounded(node, size.least(), size.most())
        : new Bounded(
            node,
            BigInteger.ZERO,
            BigInteger.ONE.shiftLeft(node.width() - zeros).subtract(BigInteger.ONE));
  }

  /** Returns how many of the highest bits are known to be 0. */
  private static int leadingZeros(Node node) {
    return switch (node) {
      case Node.Concat join -> {
        Node last = join.parts().getLast();
        yield NodeGraph.isZero(last) ? last.width() : 0;
      }
      case Node.Compute compute ->
          compute.operation() == Operation.EXTEND && !compute.signed()
              ? node.width() - compute.inputs().getFirst().width()
              : 0;
      default -> 0;
    };
  }

  /** One bit that is 1 if a number is outside of a range; null if it cannot be. */
  @Nullable Node outside(Bounded number, BigInteger least, BigInteger most) {
    int width = Math.max(number.node().width(), Math.max(least.bitLength(), most.bitLength()) + 1);
    Node node = graph.resize(number.node(), width, true);
    boolean below = number.least().compareTo(least) < 0;
    boolean above = number.most().compareTo(most) > 0;
    Node low = graph.compute(Operation.LT, true, List.of(node, graph.fixed(least, width)), 1);
    Node high = graph.compute(Operation.LT, true, List.of(graph.fixed(most, width), node), 1);
    return below && above ? graph.or(low, high) : below ? low : above ? high : null;
  }

  Node or(Node one, Node other) {
    return graph.or(one, other);
  }

  /** One bit that is 1 if a number is in a range. */
  Node inside(Bounded number, long least, long most) {
    Node outside = outside(number, BigInteger.valueOf(least), BigInteger.valueOf(most));
    return outside == null ? graph.fixed(1, 1) : graph.not(outside);
  }

  Node join(List<Node> bits) {
    return graph.concat(bits);
  }

  /**
   * The sum of places, each times the bits of its elements, and of a number.
   *
   * @param most the most that the sum may be where all places are inside
   */
  Node sum(List<Bounded> places, List<Integer> strides, int more, long most) {
    int width = BigInteger.valueOf(most).bitLength() + 1;
    Node sum = graph.fixed(more, width);
    for (int i = 0; i < places.size(); i++) {
      Node place = graph.resize(places.get(i).node(), width, true);
      Node bits = graph.binary(Operation.MUL, place, graph.fixed(strides.get(i), width));
      sum = graph.binary(Operation.ADD, sum, bits);
    }
    return sum;
  }

  /** A place, or one that is behind all others. */
  Node outsideIf(Node outside, Node place) {
    return graph.concat(
        List.of(graph.or(place, graph.resize(outside, place.width(), true)), outside));
  }

  /** A number less another. */
  Bounded less(Bounded a, BigInteger b) {
    int width = Math.max(a.node().width(), b.bitLength() + 1) + 1;
    return new Bounded(
        graph.binary(Operation.SUB, graph.resize(a.node(), width, true), graph.fixed(b, width)),
        a.least().subtract(b),
        a.most().subtract(b));
  }

  /** A number less a variable one. */
  Bounded less(BigInteger a, Bounded b) {
    int width = Math.max(b.node().width(), a.bitLength() + 1) + 1;
    return new Bounded(
        graph.binary(Operation.SUB, graph.fixed(a, width), graph.resize(b.node(), width, true)),
        a.subtract(b.most()),
        a.subtract(b.least()));
  }

  /**
   * A place in bits, as a number without sign that is at least {@code places} if it is not one of
   * them.
   *
   * @param number the place in elements
   * @param stride the bits of an element
   * @param below what is added to each place, so that those below the first are not negative
   * @param places how many there are then
   */
  Node place(Bounded number, int stride, int below, long places) {
    int width = number.node().width() + 1 + BigInteger.valueOf(stride).bitLength();
    width = Math.max(width, BigInteger.valueOf(places + below).bitLength() + 1) + 1;
    Node scaled = graph.resize(number.node(), width, true);
    if (Integer.bitCount(stride) == 1) {
      int zeros = Integer.numberOfTrailingZeros(stride);
      if (zeros > 0) {
        scaled =
            graph.concat(List.of(graph.fixed(0, zeros), graph.slice(scaled, 0, width - zeros)));
      }
    } else {
      scaled = graph.binary(Operation.MUL, scaled, graph.fixed(stride, width));
    }
    Node node =
        below == 0 ? scaled : graph.binary(Operation.ADD, scaled, graph.fixed(below, width));
    int bits = BigInteger.valueOf(places - 1).bitLength();
    if (node instanceof Node.Fixed || bits + 1 >= width) {
      return node;
    }
    Node outside = graph.truth(graph.slice(node, bits, width - bits));
    return bits == 0 ? outside : graph.concat(List.of(graph.slice(node, 0, bits), outside));
  }
}
