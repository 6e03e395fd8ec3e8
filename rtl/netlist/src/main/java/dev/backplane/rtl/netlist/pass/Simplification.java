package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Simplifies operations. */
final class Simplification {
  private Simplification() {}

  /** A simpler equivalent node, or null if there is none. */
  static @Nullable Node of(
      NodeGraph graph, Operation operation, boolean signed, List<Node> in, int width) {
    Node a = in.getFirst();
    Node b = in.size() > 1 ? in.get(1) : a;
    return switch (operation) {
      case EXTEND ->
          a.width() >= width
              ? graph.slice(a, 0, width)
              : !signed ? graph.resize(a, width, false) : null;
      case NOT ->
          a.width() == width
                  && a instanceof Node.Compute inner
                  && inner.operation() == Operation.NOT
                  && inner.input(0).width() == width
              ? inner.input(0)
              : null;
      case AND -> a.width() == width && b.width() == width ? and(graph, a, b) : null;
      case OR -> a.width() == width && b.width() == width ? or(graph, a, b) : null;
      case XOR -> a.width() == width && b.width() == width ? xor(graph, a, b) : null;
      case REDUCE_OR -> a.width() == 1 ? a : zeroExtended(graph, operation, a);
      case REDUCE_XOR -> a.width() == 1 ? a : zeroExtended(graph, operation, a);
      case REDUCE_AND -> a.width() == 1 ? a : null;
      case LOGIC_NOT -> graph.not(graph.truth(a));
      case LOGIC_AND -> graph.and(graph.truth(a), graph.truth(b));
      case LOGIC_OR -> graph.or(graph.truth(a), graph.truth(b));
      case EQ -> equal(graph, signed, a, b);
      case NE -> graph.not(graph.compare(Operation.EQ, signed, a, b));
      case ADD -> a.width() == width && b.width() == width ? sum(graph, a, b) : null;
      case SUB -> a.width() == width && NodeGraph.isZero(b) ? a : null;
      case SHL, SHR, SSHR, SHIFTX -> shift(graph, operation, signed, a, b, width);
      case MUX -> mux(graph, a, b, in.get(2));
      default -> null;
    };
  }

  private static @Nullable Node and(NodeGraph graph, Node a, Node b) {
    if (a == b || NodeGraph.isOnes(b) || NodeGraph.isZero(a)) {
      return a;
    }
    if (NodeGraph.isOnes(a) || NodeGraph.isZero(b)) {
      return b;
    }
    return isNot(a, b) ? graph.fixed(BigInteger.ZERO, a.width()) : null;
  }

  private static @Nullable Node or(NodeGraph graph, Node a, Node b) {
    if (a == b || NodeGraph.isZero(b) || NodeGraph.isOnes(a)) {
      return a;
    }
    if (NodeGraph.isZero(a) || NodeGraph.isOnes(b)) {
      return b;
    }
    return isNot(a, b) ? graph.fixed(BigInteger.ONE.negate(), a.width()) : joined(graph, a, b);
  }

  private static @Nullable Node sum(NodeGraph graph, Node a, Node b) {
    return NodeGraph.isZero(b) ? a : NodeGraph.isZero(a) ? b : joined(graph, a, b);
  }

  /**
   * The concatenation that two values are, if each bit of one of them is 0: a rotation, or fields
   * that are put together.
   */
  private static @Nullable Node joined(NodeGraph graph, Node a, Node b) {
    if (!(a instanceof Node.Concat) || !(b instanceof Node.Concat)) {
      return null;
    }
    List<Node> parts = new ArrayList<>();
    for (int at = 0; at < a.width(); ) {
      int end = Math.min(NodeGraph.partEnd(a, at), NodeGraph.partEnd(b, at));
      Node left = graph.slice(a, at, end - at);
      Node right = graph.slice(b, at, end - at);
      if (!NodeGraph.isZero(left) && !NodeGraph.isZero(right)) {
        return null;
      }
      parts.add(NodeGraph.isZero(left) ? right : left);
      at = end;
    }
    return graph.concat(parts);
  }

  private static @Nullable Node xor(NodeGraph graph, Node a, Node b) {
    if (a == b) {
      return graph.fixed(BigInteger.ZERO, a.width());
    }
    if (NodeGraph.isZero(a)) {
      return b;
    }
    if (NodeGraph.isZero(b)) {
      return a;
    }
    return NodeGraph.isOnes(a)
        ? graph.not(b)
        : NodeGraph.isOnes(b) ? graph.not(a) : joined(graph, a, b);
  }

  private static boolean isNot(Node a, Node b) {
    return complements(a, b) || complements(b, a);
  }

  private static boolean complements(Node a, Node b) {
    return a instanceof Node.Compute compute
        && compute.operation() == Operation.NOT
        && compute.input(0) == b;
  }

  /** Leading zeros do not change a reduction. */
  private static @Nullable Node zeroExtended(NodeGraph graph, Operation operation, Node a) {
    return a instanceof Node.Concat join
            && join.parts().size() == 2
            && NodeGraph.isZero(join.parts().get(1))
        ? graph.compute(operation, false, List.of(join.parts().get(0)), 1)
        : null;
  }

  private static @Nullable Node equal(NodeGraph graph, boolean signed, Node a, Node b) {
    if (a == b) {
      return graph.one();
    }
    if (a.width() != b.width()) {
      return null;
    }
    if (a instanceof Node.Fixed) {
      return graph.compare(Operation.EQ, false, b, a);
    }
    if (b instanceof Node.Fixed fixed) {
      if (a.width() == 1) {
        return NodeGraph.isZero(b) ? graph.not(a) : a;
      }
      if (NodeGraph.isZero(b)) {
        return graph.not(graph.truth(a));
      }
      if (a instanceof Node.Concat join
          && join.parts().size() == 2
          && join.parts().get(1) instanceof Node.Fixed high) {
        Node low = join.parts().get(0);
        return fixed.value().shiftRight(low.width()).equals(high.value())
            ? graph.compare(Operation.EQ, false, low, graph.slice(b, 0, low.width()))
            : graph.zero();
      }
    }
    return signed ? graph.compare(Operation.EQ, false, a, b) : null;
  }

  /** A shift by a constant needs no logic. */
  private static @Nullable Node shift(
      NodeGraph graph, Operation operation, boolean signed, Node a, Node b, int width) {
    if (!(b instanceof Node.Fixed by)
        || (operation == Operation.SHIFTX && signed)
        || (operation != Operation.SHIFTX && a.width() != width)) {
      return null;
    }
    int amount = by.value().bitLength() > 24 ? Integer.MAX_VALUE : by.value().intValue();
    if (operation == Operation.SHL) {
      return amount == 0
          ? a
          : amount >= width
              ? graph.fixed(0, width)
              : graph.concat(List.of(graph.fixed(0, amount), graph.slice(a, 0, width - amount)));
    }
    if (operation == Operation.SSHR && signed) {
      int kept = Math.max(1, width - Math.min(amount, width));
      return graph.resize(graph.slice(a, a.width() - kept, kept), width, true);
    }
    int left = Math.min(width, a.width() - Math.min(amount, a.width()));
    return left <= 0
        ? graph.fixed(0, width)
        : graph.resize(graph.slice(a, amount, left), width, false);
  }

  private static @Nullable Node mux(NodeGraph graph, Node no, Node yes, Node select) {
    if (yes == no) {
      return yes;
    }
    if (select instanceof Node.Fixed) {
      return NodeGraph.isZero(select) ? no : yes;
    }
    if (select instanceof Node.Compute not && not.operation() == Operation.NOT) {
      return graph.mux(not.input(0), no, yes);
    }
    if (yes.width() == 1) {
      if (NodeGraph.isZero(no) || yes == select) {
        return yes == select ? graph.or(select, no) : graph.and(select, yes);
      }
      if (NodeGraph.isOnes(yes) || no == select) {
        return no == select ? graph.and(select, yes) : graph.or(select, no);
      }
      if (NodeGraph.isZero(yes)) {
        return graph.and(graph.not(select), no);
      }
      if (NodeGraph.isOnes(no)) {
        return graph.or(graph.not(select), yes);
      }
    }
    if (isMux(yes, select)) {
      return graph.mux(select, ((Node.Compute) yes).input(1), no);
    }
    if (isMux(no, select)) {
      return graph.mux(select, yes, ((Node.Compute) no).input(0));
    }
    if (yes instanceof Node.Compute inner
        && inner.operation() == Operation.MUX
        && inner.input(0) == no) {
      return graph.mux(graph.and(select, inner.input(2)), inner.input(1), no);
    }
    return null;
  }

  private static boolean isMux(Node node, Node select) {
    return node instanceof Node.Compute compute
        && compute.operation() == Operation.MUX
        && compute.input(2) == select;
  }
}
