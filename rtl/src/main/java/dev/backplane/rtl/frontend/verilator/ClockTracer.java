package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Operation;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Traces clocks back to inputs of the design. */
final class ClockTracer {
  /**
   * The source of a clock.
   *
   * @param name its name in the netlist
   * @param enable the enable of clock buffers in between, null if there is none
   */
  record Source(String name, @Nullable Node enable) {}

  private final Design design;
  private final NodeGraph graph;
  private final DriverResolution drivers;

  ClockTracer(Design design, DriverResolution drivers) {
    this.design = design;
    this.graph = design.graph();
    this.drivers = drivers;
  }

  Source trace(EdgeTrigger trigger, String what) {
    Node at = trigger.signal();
    boolean rising = trigger.rising();
    Node enable = null;
    String name = "an expression";
    Set<Node> seen = new LinkedHashSet<>();
    while (seen.add(at)) {
      Leaf leaf = ProcessElaboration.bitLeafOf(at);
      if (leaf == null
          && at instanceof Node.Slice piece
          && piece.from() instanceof Node.Read read
          && read.leaf().variable().origin() != Variable.Origin.TOP_INPUT) {
        at = graph.slice(drivers.valueOf(read.leaf()), piece.lsb(), piece.width());
      } else if (leaf != null) {
        if (seen.size() == 1) {
          name = leaf.name();
        }
        if (leaf.variable().origin() == Variable.Origin.TOP_INPUT) {
          return new Source(rising ? leaf.name() : "~" + leaf.name(), enable);
        }
        Design.BufferedClock buffer = design.buffers().get(leaf);
        if (buffer != null) {
          enable = enable == null ? buffer.enable() : graph.and(enable, buffer.enable());
          at = buffer.clock();
        } else {
          at = drivers.valueOf(leaf);
          if (ProcessElaboration.bitLeafOf(at) == null && !name.startsWith("'")) {
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
    throw error(trigger, what, name);
  }

  private RtlException error(EdgeTrigger trigger, String what, String name) {
    return design
        .texts()
        .unsupported(
            trigger.location(),
            "'%s' is clocked by '%s', which is not an input of the design. Use a clock port and an enable"
                .formatted(what, name));
  }
}
