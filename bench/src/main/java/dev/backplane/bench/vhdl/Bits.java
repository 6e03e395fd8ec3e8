package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Operations on bits, of which there may be none. */
final class Bits {
  /** Words that are wider are chosen by multiplexers, not by shifts. */
  private static final int SHIFTED = 64;

  private final NodeGraph graph;

  Bits(NodeGraph graph) {
    this.graph = graph;
  }

  NodeGraph graph() {
    return graph;
  }

  /** Concatenates, the highest one first. */
  @Nullable Node join(List<? extends @Nullable Node> highestFirst) {
    List<Node> parts = new ArrayList<>();
    for (Node part : highestFirst.reversed()) {
      if (part != null) {
        parts.add(part);
      }
    }
    return parts.isEmpty() ? null : graph.concat(parts);
  }

  @Nullable Node slice(@Nullable Node node, int lsb, int width) {
    return width == 0 || node == null ? null : graph.slice(node, lsb, width);
  }

  @Nullable Node mux(Node condition, @Nullable Node yes, @Nullable Node no) {
    return yes == null || no == null ? null : graph.mux(condition, yes, no);
  }

  Node fixed(BigInteger value, int width) {
    return graph.fixed(value, width);
  }

  /** Replaces some bits. */
  @Nullable Node replace(@Nullable Node word, int lsb, @Nullable Node part) {
    if (word == null || part == null) {
      return word;
    }
    int end = lsb + part.width();
    List<@Nullable Node> parts = new ArrayList<>();
    parts.add(slice(word, end, word.width() - end));
    parts.add(part);
    parts.add(slice(word, 0, lsb));
    return join(parts);
  }

  /** {@return whether an unsigned number is this one} */
  Node is(Node number, long value) {
    return graph.equal(number, value);
  }

  /** The element that a position, counted from the lowest bit, selects. */
  @Nullable Node pick(@Nullable Node word, Node position, int count, int width) {
    if (word == null || width == 0) {
      return null;
    }
    if (position instanceof Node.Fixed fixed) {
      int at = fixed.value().min(BigInteger.valueOf(count - 1L)).intValue();
      return slice(word, at * width, width);
    }
    if (word.width() <= SHIFTED || width == 1) {
      return graph.slice(shiftRight(word, scaled(position, width)), 0, width);
    }
    return pickOf(word, position, position.width(), 0, count, width);
  }

  /** The number times a constant. */
  Node scaled(Node position, int factor) {
    if (Integer.bitCount(factor) == 1) {
      int zeros = Integer.numberOfTrailingZeros(factor);
      return zeros == 0 ? position : graph.concat(List.of(graph.fixed(0, zeros), position));
    }
    int width = position.width() + 32 - Integer.numberOfLeadingZeros(factor);
    return graph.compute(
        Operation.MUL,
        false,
        List.of(graph.resize(position, width, false), graph.fixed(factor, width)),
        width);
  }

  Node shiftRight(Node word, Node amount) {
    return graph.compute(Operation.SHR, false, List.of(word, amount), word.width());
  }

  private Node pickOf(Node word, Node position, int bits, int first, int count, int width) {
    if (bits == 0) {
      int at = Math.min(first, count - 1);
      return graph.slice(word, at * width, width);
    }
    int half = bits > 31 ? Integer.MAX_VALUE : 1 << (bits - 1);
    Node low = pickOf(word, position, bits - 1, first, count, width);
    if ((long) first + half >= count) {
      return low;
    }
    Node high = pickOf(word, position, bits - 1, first + half, count, width);
    return graph.mux(graph.slice(position, bits - 1, 1), high, low);
  }

  static Node some(@Nullable Node node) {
    return Objects.requireNonNull(node, "a value without bits");
  }
}
