package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A word of a memory.
 *
 * @param address counted from 0, the last index fastest
 * @param inside whether the indices but the first are inside of their ranges
 */
record MemoryAddress(Node address, Node inside) {
  /** The address that a path means, or null if it means several words. */
  static @Nullable MemoryAddress of(Nodes nodes, Target target) {
    Type type = target.variable().type();
    Node address = null;
    Node inside = nodes.one();
    for (Target.Step step : target.steps()) {
      if (!(step instanceof Target.Step.Index index) || !(type instanceof Type.Array array)) {
        return null;
      }
      Node at = index.index();
      if (address == null) {
        address = at;
      } else {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(array.size() - 1);
        if (at.width() > bits || 1 << bits != array.size()) {
          inside = nodes.and(inside, below(nodes, at, array.size()));
        }
        address =
            1 << bits == array.size()
                ? nodes.join(
                    bits == 0 ? List.of(address) : List.of(nodes.resize(at, bits, false), address))
                : linear(nodes, address, at, array.size(), bits);
      }
      type = array.element();
    }
    return address == null || !(type instanceof Type.Packed)
        ? null
        : new MemoryAddress(address, inside);
  }

  /** Whether it is fixed, and of no word. */
  boolean isOutside(Variable memory) {
    return address instanceof Node.Fixed fixed
        && fixed.value().compareTo(java.math.BigInteger.valueOf(memory.type().words())) >= 0;
  }

  private static Node linear(Nodes nodes, Node before, Node at, int size, int bits) {
    int width = Math.max(before.width() + bits, at.width()) + 1;
    Node row =
        nodes.binary(Operation.MUL, nodes.resize(before, width, false), nodes.fixed(size, width));
    return nodes.binary(Operation.ADD, row, nodes.resize(at, width, false));
  }

  private static Node below(Nodes nodes, Node index, int size) {
    return java.math.BigInteger.valueOf(size).bitLength() > index.width()
        ? nodes.one()
        : nodes.compare(Operation.LT, false, index, nodes.fixed(size, index.width()));
  }
}
