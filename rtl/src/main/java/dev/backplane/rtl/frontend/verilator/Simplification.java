package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Simpler nodes for operations that need not be computed. */
final class Simplification {
  private Simplification() {}

  /** A node that means the same, or null if there is none. */
  static @Nullable Node of(
      Nodes nodes, Operation operation, boolean signed, List<Node> in, int width) {
    Node a = in.getFirst();
    Node b = in.size() > 1 ? in.get(1) : a;
    return switch (operation) {
      case EXTEND ->
          a.width() >= width
              ? nodes.slice(a, 0, width)
              : !signed ? nodes.resize(a, width, false) : null;
      case NOT ->
          a.width() == width
                  && a instanceof Node.Compute inner
                  && inner.operation() == Operation.NOT
                  && inner.input(0).width() == width
              ? inner.input(0)
              : null;
      case AND -> a.width() == width && b.width() == width ? and(nodes, a, b) : null;
      case OR -> a.width() == width && b.width() == width ? or(nodes, a, b) : null;
      case XOR -> a.width() == width && b.width() == width ? xor(nodes, a, b) : null;
      case REDUCE_OR -> a.width() == 1 ? a : zeroExtended(nodes, operation, a);
      case REDUCE_XOR -> a.width() == 1 ? a : zeroExtended(nodes, operation, a);
      case REDUCE_AND -> a.width() == 1 ? a : null;
      case LOGIC_NOT -> nodes.not(nodes.truth(a));
      case LOGIC_AND -> nodes.and(nodes.truth(a), nodes.truth(b));
      case LOGIC_OR -> nodes.or(nodes.truth(a), nodes.truth(b));
      case EQ -> equal(nodes, signed, a, b);
      case NE -> nodes.not(nodes.compare(Operation.EQ, signed, a, b));
      case ADD, SUB -> a.width() == width && Nodes.isZero(b) ? a : null;
      case SHL, SHR, SSHR, SHIFTX -> shift(nodes, operation, signed, a, b, width);
      case MUX -> mux(nodes, a, b, in.get(2));
      default -> null;
    };
  }

  private static @Nullable Node and(Nodes nodes, Node a, Node b) {
    if (a == b || Nodes.isOnes(b) || Nodes.isZero(a)) {
      return a;
    }
    if (Nodes.isOnes(a) || Nodes.isZero(b)) {
      return b;
    }
    return isNot(a, b) ? nodes.fixed(BigInteger.ZERO, a.width()) : null;
  }

  private static @Nullable Node or(Nodes nodes, Node a, Node b) {
    if (a == b || Nodes.isZero(b) || Nodes.isOnes(a)) {
      return a;
    }
    if (Nodes.isZero(a) || Nodes.isOnes(b)) {
      return b;
    }
    return isNot(a, b) ? nodes.fixed(BigInteger.ONE.negate(), a.width()) : null;
  }

  private static @Nullable Node xor(Nodes nodes, Node a, Node b) {
    if (a == b) {
      return nodes.fixed(BigInteger.ZERO, a.width());
    }
    if (Nodes.isZero(a)) {
      return b;
    }
    if (Nodes.isZero(b)) {
      return a;
    }
    return Nodes.isOnes(a) ? nodes.not(b) : Nodes.isOnes(b) ? nodes.not(a) : null;
  }

  private static boolean isNot(Node a, Node b) {
    return complements(a, b) || complements(b, a);
  }

  private static boolean complements(Node a, Node b) {
    return a instanceof Node.Compute compute
        && compute.operation() == Operation.NOT
        && compute.input(0) == b;
  }

  /** Zeros on top do not matter to a reduction. */
  private static @Nullable Node zeroExtended(Nodes nodes, Operation operation, Node a) {
    return a instanceof Node.Join join
            && join.parts().size() == 2
            && Nodes.isZero(join.parts().get(1))
        ? nodes.compute(operation, false, List.of(join.parts().get(0)), 1)
        : null;
  }

  private static @Nullable Node equal(Nodes nodes, boolean signed, Node a, Node b) {
    if (a == b) {
      return nodes.one();
    }
    if (a.width() != b.width()) {
      return null;
    }
    if (a instanceof Node.Fixed) {
      return nodes.compare(Operation.EQ, false, b, a);
    }
    if (b instanceof Node.Fixed fixed) {
      if (a.width() == 1) {
        return Nodes.isZero(b) ? nodes.not(a) : a;
      }
      if (Nodes.isZero(b)) {
        return nodes.not(nodes.truth(a));
      }
      if (a instanceof Node.Join join
          && join.parts().size() == 2
          && join.parts().get(1) instanceof Node.Fixed high) {
        Node low = join.parts().get(0);
        return fixed.value().shiftRight(low.width()).equals(high.value())
            ? nodes.compare(Operation.EQ, false, low, nodes.slice(b, 0, low.width()))
            : nodes.zero();
      }
    }
    return signed ? nodes.compare(Operation.EQ, false, a, b) : null;
  }

  /** A shift by a fixed amount is only wiring. */
  private static @Nullable Node shift(
      Nodes nodes, Operation operation, boolean signed, Node a, Node b, int width) {
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
              ? nodes.fixed(0, width)
              : nodes.join(List.of(nodes.fixed(0, amount), nodes.slice(a, 0, width - amount)));
    }
    if (operation == Operation.SSHR && signed) {
      int kept = Math.max(1, width - Math.min(amount, width));
      return nodes.resize(nodes.slice(a, a.width() - kept, kept), width, true);
    }
    int left = Math.min(width, a.width() - Math.min(amount, a.width()));
    return left <= 0
        ? nodes.fixed(0, width)
        : nodes.resize(nodes.slice(a, amount, left), width, false);
  }

  private static @Nullable Node mux(Nodes nodes, Node no, Node yes, Node select) {
    if (yes == no) {
      return yes;
    }
    if (select instanceof Node.Fixed) {
      return Nodes.isZero(select) ? no : yes;
    }
    if (select instanceof Node.Compute not && not.operation() == Operation.NOT) {
      return nodes.mux(not.input(0), no, yes);
    }
    if (yes.width() == 1) {
      if (Nodes.isZero(no) || yes == select) {
        return yes == select ? nodes.or(select, no) : nodes.and(select, yes);
      }
      if (Nodes.isOnes(yes) || no == select) {
        return no == select ? nodes.and(select, yes) : nodes.or(select, no);
      }
      if (Nodes.isZero(yes)) {
        return nodes.and(nodes.not(select), no);
      }
      if (Nodes.isOnes(no)) {
        return nodes.or(nodes.not(select), yes);
      }
    }
    if (isMux(yes, select)) {
      return nodes.mux(select, ((Node.Compute) yes).input(1), no);
    }
    if (isMux(no, select)) {
      return nodes.mux(select, yes, ((Node.Compute) no).input(0));
    }
    if (yes instanceof Node.Compute inner
        && inner.operation() == Operation.MUX
        && inner.input(0) == no) {
      return nodes.mux(nodes.and(select, inner.input(2)), inner.input(1), no);
    }
    return null;
  }

  private static boolean isMux(Node node, Node select) {
    return node instanceof Node.Compute compute
        && compute.operation() == Operation.MUX
        && compute.input(2) == select;
  }
}
