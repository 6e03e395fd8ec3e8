package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Operation;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows clocks back to inputs of the design. */
final class Clocks {
  /**
   * Where a clock comes from.
   *
   * @param name as a netlist calls it
   * @param enable of the buffers on the way, null if there is none
   */
  record Source(String name, @Nullable Node enable) {}

  private final Design design;
  private final Nodes nodes;
  private final Wiring wiring;

  Clocks(Design design, Wiring wiring) {
    this.design = design;
    this.nodes = design.nodes();
    this.wiring = wiring;
  }

  Source source(Trigger trigger, String what) {
    Node at = trigger.signal();
    boolean rising = trigger.rising();
    Node enable = null;
    String name = "an expression";
    Set<Node> seen = new LinkedHashSet<>();
    while (seen.add(at)) {
      Leaf leaf = Processes.leafOf(at);
      if (leaf == null
          && at instanceof Node.Piece piece
          && piece.from() instanceof Node.Read read
          && read.leaf().variable().origin() != Variable.Origin.TOP_INPUT) {
        at = nodes.slice(wiring.value(read.leaf()), piece.lsb(), piece.width());
      } else if (leaf != null) {
        if (seen.size() == 1) {
          name = leaf.name();
        }
        if (leaf.variable().origin() == Variable.Origin.TOP_INPUT) {
          return new Source(rising ? leaf.name() : "~" + leaf.name(), enable);
        }
        Design.BufferedClock buffer = design.buffers().get(leaf);
        if (buffer != null) {
          enable = enable == null ? buffer.enable() : nodes.and(enable, buffer.enable());
          at = buffer.clock();
        } else {
          at = wiring.value(leaf);
          if (Processes.leafOf(at) == null && !name.startsWith("'")) {
            name = leaf.name();
          }
        }
      } else if (at instanceof Node.Compute compute
          && compute.operation() == Operation.NOT
          && compute.width() == 1) {
        rising = !rising;
        at = compute.input(0);
      }
    }
    throw refused(trigger, what, name);
  }

  private RtlException refused(Trigger trigger, String what, String name) {
    return design
        .texts()
        .unsupported(
            trigger.place(),
            "'%s' is clocked by '%s', which is not an input of the design. Use a clock port and an enable"
                .formatted(what, name));
  }
}
