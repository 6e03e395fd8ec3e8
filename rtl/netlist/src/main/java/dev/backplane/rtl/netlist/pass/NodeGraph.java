package dev.backplane.rtl.netlist.pass;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Creates nodes, each only once, and simplifies them. */
public final class NodeGraph {
  /** The most nodes: a design that needs more has a runaway loop. */
  private static final int MAX_NODES = 20_000_000;

  private record Key(Object kind, int width, List<?> of) {}

  private final Map<Key, Node> interned = new HashMap<>();
  private int count;
  private final Node zero = fixed(ZERO, 1);
  private final Node one = fixed(ONE, 1);

  private Node intern(Object kind, int width, List<?> of, IntFunction<Node> maker) {
    return interned.computeIfAbsent(
        new Key(kind, width, of),
        key -> {
          if (++count > MAX_NODES) {
            throw new RtlException(
                RtlError.SOURCE_UNSUPPORTED,
                "the design needs more than "
                    + MAX_NODES
                    + " expressions: a loop or a large array of registers grows out of bounds");
          }
          return maker.apply(count);
        });
  }

  public Node zero() {
    return zero;
  }

  public Node one() {
    return one;
  }

  public Node fixed(BigInteger value, int width) {
    BigInteger cut = ConstantFolding.truncate(value, width);
    return intern(Node.Fixed.class, width, List.of(cut), id -> new Node.Fixed(id, cut, width));
  }

  public Node fixed(long value, int width) {
    return fixed(BigInteger.valueOf(value), width);
  }

  /** A value that is taken as it is; equal origins give one node. */
  public Node source(Object origin, int width) {
    return intern(
        Node.Source.class, width, List.of(origin), id -> new Node.Source(id, origin, width));
  }

  /** A word of a memory. */
  public Node memoryRead(Object memory, int width, Node address) {
    return intern(
        Node.MemoryRead.class,
        width,
        List.of(memory, address),
        id -> new Node.MemoryRead(id, memory, width, address));
  }

  public static boolean isZero(Node node) {
    return node instanceof Node.Fixed fixed && fixed.value().signum() == 0;
  }

  public static boolean isOnes(Node node) {
    return node instanceof Node.Fixed fixed && fixed.value().bitCount() == fixed.width();
  }

  /** Concatenates nodes, lowest first. */
  public Node concat(List<Node> parts) {
    List<Node> flat = new ArrayList<>();
    for (Node part : parts) {
      if (part instanceof Node.Concat join) {
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
    return intern(Node.Concat.class, width, fin, id -> new Node.Concat(id, fin, width));
  }

  /** Appends a part; adjacent slices of one word are merged. */
  private void append(List<Node> parts, Node part) {
    if (!parts.isEmpty()) {
      Node last = parts.getLast();
      if (last instanceof Node.Fixed low && part instanceof Node.Fixed high) {
        parts.set(
            parts.size() - 1,
            fixed(high.value().shiftLeft(low.width()).or(low.value()), low.width() + high.width()));
        return;
      }
      if (last instanceof Node.Slice low
          && part instanceof Node.Slice high
          && low.from() == high.from()
          && low.lsb() + low.width() == high.lsb()) {
        parts.set(parts.size() - 1, slice(low.from(), low.lsb(), low.width() + high.width()));
        return;
      }
    }
    parts.add(part);
  }

  /** Bits of a node; they have to exist. */
  public Node slice(Node node, int lsb, int width) {
    if (lsb == 0 && width == node.width()) {
      return node;
    }
    if (lsb < 0 || width < 1 || lsb + width > node.width()) {
      throw new IllegalArgumentException("bits " + lsb + "+" + width + " of " + node.width());
    }
    return switch (node) {
      case Node.Fixed fixed -> fixed(fixed.value().shiftRight(lsb), width);
      case Node.Slice piece -> slice(piece.from(), piece.lsb() + lsb, width);
      case Node.Concat join -> sliceConcat(join, lsb, width);
      case Node.Compute compute when lsb == 0 && isLowBitsOnly(compute) -> lowBits(compute, width);
      case Node.Compute compute
          when compute.operation() == Operation.EXTEND && lsb + width <= compute.input(0).width() ->
          slice(compute.input(0), lsb, width);
      case Node.Compute compute when compute.operation() == Operation.EXTEND && lsb == 0 ->
          compute(Operation.EXTEND, true, compute.inputs(), width);
      case Node.Compute compute -> newSlice(compute, lsb, width);
      case Node.Source source -> newSlice(source, lsb, width);
      case Node.MemoryRead fetch -> newSlice(fetch, lsb, width);
    };
  }

  /**
   * Computes only the low bits of an operation. The result is remembered, as a node may be reached
   * along many paths.
   */
  private Node lowBits(Node.Compute compute, int width) {
    Key key = new Key("low bits", width, List.of(compute));
    Node known = interned.get(key);
    if (known == null) {
      known =
          compute(
              compute.operation(),
              false,
              compute.inputs().stream()
                  .map(in -> in.width() > width ? slice(in, 0, width) : in)
                  .toList(),
              width);
      interned.put(key, known);
    }
    return known;
  }

  private Node newSlice(Node from, int lsb, int width) {
    return intern(
        Node.Slice.class, width, List.of(from, lsb), id -> new Node.Slice(id, from, lsb, width));
  }

  /**
   * Tells whether the low bits of an operation depend only on the low bits of its inputs, which are
   * as wide as the result.
   */
  private static boolean isLowBitsOnly(Node.Compute compute) {
    return switch (compute.operation()) {
      case ADD, SUB, MUL, NEG ->
          compute.inputs().stream().allMatch(in -> in.width() == compute.width());
      default -> false;
    };
  }

  private Node sliceConcat(Node.Concat join, int lsb, int width) {
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
    return concat(parts);
  }

  /** The node extended with its sign or zeros, or truncated. */
  public Node resize(Node node, int width, boolean signed) {
    if (width <= node.width()) {
      return slice(node, 0, width);
    }
    return signed
        ? compute(Operation.EXTEND, true, List.of(node), width)
        : concat(List.of(node, fixed(ZERO, width - node.width())));
  }

  public Node compute(Operation operation, boolean signed, List<Node> inputs, int width) {
    List<Node.Fixed> values = new ArrayList<>();
    for (Node input : inputs) {
      if (input instanceof Node.Fixed fixed) {
        values.add(fixed);
      }
    }
    if (values.size() == inputs.size()) {
      return fixed(ConstantFolding.compute(operation, signed, values, width), width);
    }
    Node simple = Simplification.of(this, operation, signed, inputs, width);
    if (simple != null) {
      return simple;
    }
    List<Node> in = List.copyOf(inputs);
    return intern(
        List.of(operation, signed),
        width,
        in,
        id -> new Node.Compute(id, operation, signed, in, width));
  }

  public Node binary(Operation operation, Node a, Node b) {
    return compute(operation, false, List.of(a, b), a.width());
  }

  public Node compare(Operation operation, boolean signed, Node a, Node b) {
    return compute(operation, signed, List.of(a, b), 1);
  }

  public Node equal(Node a, long value) {
    return BigInteger.valueOf(value).bitLength() > a.width()
        ? zero
        : compare(Operation.EQ, false, a, fixed(value, a.width()));
  }

  /** {@return a bit that is 1 if any bit of a node is} */
  public Node truth(Node node) {
    return node.width() == 1 ? node : compute(Operation.REDUCE_OR, false, List.of(node), 1);
  }

  public Node not(Node node) {
    return compute(Operation.NOT, false, List.of(node), node.width());
  }

  public Node and(Node a, Node b) {
    return binary(Operation.AND, a, b);
  }

  public Node or(Node a, Node b) {
    return binary(Operation.OR, a, b);
  }

  /** A multiplexer of two words; equal parts of both need no multiplexer. */
  public Node mux(Node select, Node yes, Node no) {
    if (yes == no) {
      return yes;
    }
    if (select instanceof Node.Fixed fixed) {
      return fixed.value().signum() != 0 ? yes : no;
    }
    if (!(yes instanceof Node.Concat) && !(no instanceof Node.Concat)) {
      return wholeMux(select, yes, no);
    }
    List<Node> parts = new ArrayList<>();
    int start = 0; // only for the parts that differ
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
    return concat(parts);
  }

  static int partEnd(Node node, int at) {
    if (node instanceof Node.Concat join) {
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
