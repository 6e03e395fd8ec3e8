package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.List;

/** Merges writes to a memory that one port can perform: with the same address and clock. */
final class WritePortMerging {
  /**
   * A write port.
   *
   * @param enable one bit per bit of the word
   */
  record Port(Node address, Node data, Node enable, EdgeTrigger trigger) {}

  private final NodeGraph graph;

  WritePortMerging(NodeGraph graph) {
    this.graph = graph;
  }

  List<Port> merge(List<Design.ClockedWrite> writes) {
    List<Port> ports = new ArrayList<>();
    for (Design.ClockedWrite clocked : writes) {
      MemoryWrite write = clocked.write();
      Port port = new Port(write.address(), write.data(), enables(write), clocked.trigger());
      Port last = ports.isEmpty() ? null : ports.getLast();
      if (NodeGraph.isZero(port.enable())) {
        continue;
      }
      if (last != null
          && last.address() == port.address()
          && last.trigger().signal() == port.trigger().signal()
          && last.trigger().rising() == port.trigger().rising()) {
        ports.set(ports.size() - 1, mergePorts(last, port));
      } else {
        ports.add(port);
      }
    }
    return ports;
  }

  private Node enables(MemoryWrite write) {
    List<Node> parts = new ArrayList<>();
    for (BitSegments.Segment segment : BitSegments.of(write.mask())) {
      Node mask = graph.slice(write.mask(), segment.lsb(), segment.width());
      if (mask instanceof Node.Fixed fixed) {
        int at = 0;
        while (at < mask.width()) {
          int end = at + 1;
          boolean set = fixed.value().testBit(at);
          while (end < mask.width() && fixed.value().testBit(end) == set) {
            end++;
          }
          parts.add(set ? replicate(write.enable(), end - at) : graph.fixed(0, end - at));
          at = end;
        }
      } else {
        parts.add(graph.and(mask, replicate(write.enable(), mask.width())));
      }
    }
    return graph.concat(parts);
  }

  private Node replicate(Node bit, int width) {
    return graph.resize(bit, width, true);
  }

  /** Merges two ports; the second one wins where both write. */
  private Port mergePorts(Port first, Port second) {
    List<Node> data = new ArrayList<>();
    List<Node> enable = new ArrayList<>();
    for (BitSegments.Segment segment : BitSegments.of(first.enable(), second.enable())) {
      Node early = graph.slice(first.enable(), segment.lsb(), segment.width());
      Node late = graph.slice(second.enable(), segment.lsb(), segment.width());
      Node old = graph.slice(first.data(), segment.lsb(), segment.width());
      Node young = graph.slice(second.data(), segment.lsb(), segment.width());
      enable.add(graph.or(early, late));
      if (NodeGraph.isZero(late) || old == young) {
        data.add(old);
      } else if (NodeGraph.isZero(early)) {
        data.add(young);
      } else if (late instanceof Node.Compute spread
          && spread.operation() == Operation.EXTEND
          && spread.input(0).width() == 1) {
        data.add(graph.mux(spread.input(0), young, old));
      } else {
        data.add(graph.or(graph.and(young, late), graph.and(old, graph.not(late))));
      }
    }
    return new Port(first.address(), graph.concat(data), graph.concat(enable), first.trigger());
  }
}
