package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of a word of a memory.
 *
 * @param address the address from 0; the last index is the fastest
 * @param inBounds whether all indices but the first are in range
 */
record MemoryAddress(Node address, Node inBounds) {
  /** The address of a path, or null if the path selects several words. */
  static @Nullable MemoryAddress of(NodeGraph graph, VariablePath path) {
    Type type = path.variable().type();
    Node address = null;
    Node inside = graph.one();
    for (VariablePath.Step step : path.steps()) {
      if (!(step instanceof VariablePath.Step.Index index) || !(type instanceof Type.Array array)) {
        return null;
      }
      Node at = index.index();
      if (address == null) {
        address = at;
      } else {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(array.size() - 1);
        if (at.width() > bits || 1 << bits != array.size()) {
          inside = graph.and(inside, below(graph, at, array.size()));
        }
        address =
            1 << bits == array.size()
                ? graph.concat(
                    bits == 0 ? List.of(address) : List.of(graph.resize(at, bits, false), address))
                : linear(graph, address, at, array.size(), bits);
      }
      type = array.element();
    }
    return address == null || !(type instanceof Type.Packed)
        ? null
        : new MemoryAddress(address, inside);
  }

  /** Tells whether it is constant and out of range. */
  boolean isOutside(Variable memory) {
    return address instanceof Node.Fixed fixed
        && fixed.value().compareTo(java.math.BigInteger.valueOf(memory.type().words())) >= 0;
  }

  private static Node linear(NodeGraph graph, Node before, Node at, int size, int bits) {
    int width = Math.max(before.width() + bits, at.width()) + 1;
    Node row =
        graph.binary(Operation.MUL, graph.resize(before, width, false), graph.fixed(size, width));
    return graph.binary(Operation.ADD, row, graph.resize(at, width, false));
  }

  private static Node below(NodeGraph graph, Node index, int size) {
    return java.math.BigInteger.valueOf(size).bitLength() > index.width()
        ? graph.one()
        : graph.compare(Operation.LT, false, index, graph.fixed(size, index.width()));
  }
}
