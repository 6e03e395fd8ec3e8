package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.util.ArrayList;
import java.util.List;

/** Puts writes into one memory together where one port can do them: same address, same clock. */
final class WritePorts {
  /**
   * A port.
   *
   * @param enable one bit per bit of the word
   */
  record Port(Node address, Node data, Node enable, Trigger trigger) {}

  private final Nodes nodes;

  WritePorts(Nodes nodes) {
    this.nodes = nodes;
  }

  List<Port> of(List<Design.ClockedWrite> writes) {
    List<Port> ports = new ArrayList<>();
    for (Design.ClockedWrite clocked : writes) {
      Write write = clocked.write();
      Port port = new Port(write.address(), write.data(), enables(write), clocked.trigger());
      Port last = ports.isEmpty() ? null : ports.getLast();
      if (Nodes.isZero(port.enable())) {
        continue;
      }
      if (last != null
          && last.address() == port.address()
          && last.trigger().signal() == port.trigger().signal()
          && last.trigger().rising() == port.trigger().rising()) {
        ports.set(ports.size() - 1, both(last, port));
      } else {
        ports.add(port);
      }
    }
    return ports;
  }

  private Node enables(Write write) {
    List<Node> parts = new ArrayList<>();
    for (Segments.Segment segment : Segments.of(write.mask())) {
      Node mask = nodes.slice(write.mask(), segment.lsb(), segment.width());
      if (mask instanceof Node.Fixed fixed) {
        int at = 0;
        while (at < mask.width()) {
          int end = at + 1;
          boolean set = fixed.value().testBit(at);
          while (end < mask.width() && fixed.value().testBit(end) == set) {
            end++;
          }
          parts.add(set ? spread(write.enable(), end - at) : nodes.fixed(0, end - at));
          at = end;
        }
      } else {
        parts.add(nodes.and(mask, spread(write.enable(), mask.width())));
      }
    }
    return nodes.join(parts);
  }

  private Node spread(Node bit, int width) {
    return nodes.resize(bit, width, true);
  }

  /** The second write wins where both write. */
  private Port both(Port first, Port second) {
    List<Node> data = new ArrayList<>();
    List<Node> enable = new ArrayList<>();
    for (Segments.Segment segment : Segments.of(first.enable(), second.enable())) {
      Node early = nodes.slice(first.enable(), segment.lsb(), segment.width());
      Node late = nodes.slice(second.enable(), segment.lsb(), segment.width());
      Node old = nodes.slice(first.data(), segment.lsb(), segment.width());
      Node young = nodes.slice(second.data(), segment.lsb(), segment.width());
      enable.add(nodes.or(early, late));
      if (Nodes.isZero(late) || old == young) {
        data.add(old);
      } else if (Nodes.isZero(early)) {
        data.add(young);
      } else if (late instanceof Node.Compute spread
          && spread.operation() == Operation.EXTEND
          && spread.input(0).width() == 1) {
        data.add(nodes.mux(spread.input(0), young, old));
      } else {
        data.add(nodes.or(nodes.and(young, late), nodes.and(old, nodes.not(late))));
      }
    }
    return new Port(first.address(), nodes.join(data), nodes.join(enable), first.trigger());
  }
}
