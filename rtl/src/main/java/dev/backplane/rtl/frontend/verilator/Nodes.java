package dev.backplane.rtl.frontend.verilator;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Makes nodes, each only once, and none that a simpler one can stand for. */
final class Nodes {
  /** A design that needs more is a loop that went wrong. */
  private static final int MOST = 20_000_000;

  private record Key(Object kind, int width, List<?> of) {}

  private final Map<Key, Node> known = new HashMap<>();
  private int made;
  private final Node zero = fixed(ZERO, 1);
  private final Node one = fixed(ONE, 1);

  private Node make(Object kind, int width, List<?> of, IntFunction<Node> maker) {
    return known.computeIfAbsent(
        new Key(kind, width, of),
        key -> {
          if (++made > MOST) {
            throw new RtlException(
                RtlError.SOURCE_UNSUPPORTED,
                "the design needs more than "
                    + MOST
                    + " expressions: a loop or a large array of registers grows out of bounds");
          }
          return maker.apply(made);
        });
  }

  Node zero() {
    return zero;
  }

  Node one() {
    return one;
  }

  Node fixed(BigInteger value, int width) {
    BigInteger cut = Folding.cut(value, width);
    return make(Node.Fixed.class, width, List.of(cut), id -> new Node.Fixed(id, cut, width));
  }

  Node fixed(long value, int width) {
    return fixed(BigInteger.valueOf(value), width);
  }

  Node read(Leaf leaf) {
    return make(Node.Read.class, leaf.width(), List.of(leaf), id -> new Node.Read(id, leaf));
  }

  Node held(Flop flop) {
    return make(Node.Held.class, flop.width(), List.of(flop), id -> new Node.Held(id, flop));
  }

  Node fetch(Variable memory, int width, Node address) {
    return make(
        Node.Fetch.class,
        width,
        List.of(memory, address),
        id -> new Node.Fetch(id, memory, width, address));
  }

  static boolean isZero(Node node) {
    return node instanceof Node.Fixed fixed && fixed.value().signum() == 0;
  }

  static boolean isOnes(Node node) {
    return node instanceof Node.Fixed fixed && fixed.value().bitCount() == fixed.width();
  }

  /** Joins, lowest first. */
  Node join(List<Node> parts) {
    List<Node> flat = new ArrayList<>();
    for (Node part : parts) {
      if (part instanceof Node.Join join) {
        join.parts().forEach(piece -> append(flat, piece));
      } else {
        append(flat, part);
      }
    }
    if (flat.size() == 1) {
      return flat.getFirst();
    }
    int width = flat.stream().mapToInt(Node::width).sum();
    List<Node> fin = List.copyOf(flat);
    return make(Node.Join.class, width, fin, id -> new Node.Join(id, fin, width));
  }

  /** Appends a part, melted with the last one where both are neighbours in one word. */
  private void append(List<Node> parts, Node part) {
    if (!parts.isEmpty()) {
      Node last = parts.getLast();
      if (last instanceof Node.Fixed low && part instanceof Node.Fixed high) {
        parts.set(
            parts.size() - 1,
            fixed(high.value().shiftLeft(low.width()).or(low.value()), low.width() + high.width()));
        return;
      }
      if (last instanceof Node.Piece low
          && part instanceof Node.Piece high
          && low.from() == high.from()
          && low.lsb() + low.width() == high.lsb()) {
        parts.set(parts.size() - 1, slice(low.from(), low.lsb(), low.width() + high.width()));
        return;
      }
    }
    parts.add(part);
  }

  /** Bits of a node; all of them must exist. */
  Node slice(Node node, int lsb, int width) {
    if (lsb == 0 && width == node.width()) {
      return node;
    }
    if (lsb < 0 || width < 1 || lsb + width > node.width()) {
      throw new IllegalArgumentException("bits " + lsb + "+" + width + " of " + node.width());
    }
    return switch (node) {
      case Node.Fixed fixed -> fixed(fixed.value().shiftRight(lsb), width);
      case Node.Piece piece -> slice(piece.from(), piece.lsb() + lsb, width);
      case Node.Join join -> sliceJoin(join, lsb, width);
      case Node.Compute compute when lsb == 0 && narrows(compute) ->
          compute(
              compute.operation(),
              false,
              compute.inputs().stream()
                  .map(in -> in.width() > width ? slice(in, 0, width) : in)
                  .toList(),
              width);
      case Node.Compute compute
          when compute.operation() == Operation.EXTEND && lsb + width <= compute.input(0).width() ->
          slice(compute.input(0), lsb, width);
      case Node.Compute compute when compute.operation() == Operation.EXTEND && lsb == 0 ->
          compute(Operation.EXTEND, true, compute.inputs(), width);
      case Node.Compute compute -> piece(compute, lsb, width);
      case Node.Read read -> piece(read, lsb, width);
      case Node.Held held -> piece(held, lsb, width);
      case Node.Fetch fetch -> piece(fetch, lsb, width);
    };
  }

  private Node piece(Node from, int lsb, int width) {
    return make(
        Node.Piece.class, width, List.of(from, lsb), id -> new Node.Piece(id, from, lsb, width));
  }

  /** Low bits of these need only low bits of what they take, which are as wide as they are. */
  private static boolean narrows(Node.Compute compute) {
    return switch (compute.operation()) {
      case ADD, SUB, MUL, NEG ->
          compute.inputs().stream().allMatch(in -> in.width() == compute.width());
      default -> false;
    };
  }

  private Node sliceJoin(Node.Join join, int lsb, int width) {
    List<Node> parts = new ArrayList<>();
    int at = 0;
    for (Node part : join.parts()) {
      int from = Math.max(lsb, at);
      int to = Math.min(lsb + width, at + part.width());
      if (from < to) {
        parts.add(slice(part, from - at, to - from));
      }
      at += part.width();
      if (at >= lsb + width) {
        break;
      }
    }
    return join(parts);
  }

  /** The node with as many bits, its sign or zeros on top, or without its upper bits. */
  Node resize(Node node, int width, boolean signed) {
    if (width <= node.width()) {
      return slice(node, 0, width);
    }
    return signed
        ? compute(Operation.EXTEND, true, List.of(node), width)
        : join(List.of(node, fixed(ZERO, width - node.width())));
  }

  Node compute(Operation operation, boolean signed, List<Node> inputs, int width) {
    List<Node.Fixed> values = new ArrayList<>();
    for (Node input : inputs) {
      if (input instanceof Node.Fixed fixed) {
        values.add(fixed);
      }
    }
    if (values.size() == inputs.size()) {
      return fixed(Folding.compute(operation, signed, values, width), width);
    }
    Node simple = Simplification.of(this, operation, signed, inputs, width);
    if (simple != null) {
      return simple;
    }
    List<Node> in = List.copyOf(inputs);
    return make(
        List.of(operation, signed),
        width,
        in,
        id -> new Node.Compute(id, operation, signed, in, width));
  }

  Node binary(Operation operation, Node a, Node b) {
    return compute(operation, false, List.of(a, b), a.width());
  }

  Node compare(Operation operation, boolean signed, Node a, Node b) {
    return compute(operation, signed, List.of(a, b), 1);
  }

  Node equal(Node a, long value) {
    return BigInteger.valueOf(value).bitLength() > a.width()
        ? zero
        : compare(Operation.EQ, false, a, fixed(value, a.width()));
  }

  /** 1 if any bit is. */
  Node truth(Node node) {
    return node.width() == 1 ? node : compute(Operation.REDUCE_OR, false, List.of(node), 1);
  }

  Node not(Node node) {
    return compute(Operation.NOT, false, List.of(node), node.width());
  }

  Node and(Node a, Node b) {
    return binary(Operation.AND, a, b);
  }

  Node or(Node a, Node b) {
    return binary(Operation.OR, a, b);
  }

  /** One of two words; parts that are equal in both are not chosen between. */
  Node mux(Node select, Node yes, Node no) {
    if (yes == no) {
      return yes;
    }
    if (select instanceof Node.Fixed fixed) {
      return fixed.value().signum() != 0 ? yes : no;
    }
    if (!(yes instanceof Node.Join) && !(no instanceof Node.Join)) {
      return wholeMux(select, yes, no);
    }
    List<Node> parts = new ArrayList<>();
    int start = 0; // of the parts that differ
    int at = 0;
    while (at < yes.width()) {
      int end = Math.min(partEnd(yes, at), partEnd(no, at));
      Node same = slice(yes, at, end - at);
      if (same == slice(no, at, end - at)) {
        if (start < at) {
          parts.add(wholeMux(select, slice(yes, start, at - start), slice(no, start, at - start)));
        }
        parts.add(same);
        start = end;
      }
      at = end;
    }
    if (start < at) {
      parts.add(wholeMux(select, slice(yes, start, at - start), slice(no, start, at - start)));
    }
    return join(parts);
  }

  private static int partEnd(Node node, int at) {
    if (node instanceof Node.Join join) {
      int end = 0;
      for (Node part : join.parts()) {
        end += part.width();
        if (end > at) {
          return end;
        }
      }
    }
    return node.width();
  }

  private Node wholeMux(Node select, Node yes, Node no) {
    return compute(Operation.MUX, false, List.of(no, yes, select), yes.width());
  }
}
