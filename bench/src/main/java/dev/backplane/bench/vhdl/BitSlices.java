package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Single bits of words: those of bitwise operations depend on single bits only. */
final class BitSlices {
  private final NodeGraph graph;
  private final Map<Node, Map<Integer, Node>> known = new HashMap<>();

  BitSlices(NodeGraph graph) {
    this.graph = graph;
  }

  Node slice(Node word, int bit) {
    Node before = known.computeIfAbsent(word, _ -> new HashMap<>()).get(bit);
    if (before != null) {
      return before;
    }
    Node made = made(word, bit);
    known.computeIfAbsent(word, _ -> new HashMap<>()).put(bit, made);
    return made;
  }

  private Node made(Node word, int bit) {
    Node piece = graph.slice(word, bit, 1);
    if (piece instanceof Node.Slice slice && slice.from() instanceof Node.Compute compute) {
      return ofCompute(compute, slice.lsb(), piece);
    }
    return piece instanceof Node.Compute compute && compute != word
        ? ofCompute(compute, 0, piece)
        : word.width() == 1 && word instanceof Node.Compute own ? ofCompute(own, 0, piece) : piece;
  }

  private Node ofCompute(Node.Compute compute, int bit, Node otherwise) {
    List<Node> inputs = compute.inputs();
    return switch (compute.operation()) {
      case AND, OR, XOR, XNOR, NOT -> {
        List<Node> bits = new ArrayList<>();
        for (Node input : inputs) {
          if (input.width() != compute.width()) {
            yield otherwise;
          }
          bits.add(slice(input, bit));
        }
        yield graph.compute(compute.operation(), false, bits, 1);
      }
      case MUX ->
          graph.mux(slice(inputs.get(2), 0), slice(inputs.get(1), bit), slice(inputs.get(0), bit));
      case EXTEND ->
          !compute.signed()
              ? otherwise
              : slice(inputs.getFirst(), Math.min(bit, inputs.getFirst().width() - 1));
      default -> otherwise;
    };
  }
}
