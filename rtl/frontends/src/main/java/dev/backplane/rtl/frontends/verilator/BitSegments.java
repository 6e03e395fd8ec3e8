package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Splits words into segments at the boundaries between parts of nodes. */
final class BitSegments {
  /** Some bits of a word. */
  record Segment(int lsb, int width) {}

  private BitSegments() {}

  static List<Segment> of(Node... cut) {
    return of(List.of(cut));
  }

  static List<Segment> of(List<Node> cut) {
    TreeSet<Integer> borders = new TreeSet<>();
    for (Node node : cut) {
      int at = 0;
      if (node instanceof Node.Concat join) {
        for (Node part : join.parts()) {
          borders.add(at);
          at += part.width();
        }
      } else {
        borders.add(0);
      }
    }
    List<Segment> segments = new ArrayList<>();
    Integer from = null;
    borders.add(cut.getFirst().width());
    for (int border : borders) {
      if (from != null) {
        segments.add(new Segment(from, border - from));
      }
      from = border;
    }
    return segments;
  }

  /** The segments of a word that some of the values change. */
  static List<Segment> driven(NodeGraph graph, Leaf leaf, List<Node> values) {
    Node old = leaf.read(graph);
    List<Segment> runs = new ArrayList<>();
    for (Segment segment : of(values)) {
      boolean driven = false;
      for (Node value : values) {
        driven |=
            graph.slice(value, segment.lsb(), segment.width())
                != graph.slice(old, segment.lsb(), segment.width());
      }
      if (driven) {
        Segment last = runs.isEmpty() ? null : runs.getLast();
        if (last != null && last.lsb() + last.width() == segment.lsb()) {
          runs.set(runs.size() - 1, new Segment(last.lsb(), last.width() + segment.width()));
        } else {
          runs.add(segment);
        }
      }
    }
    return runs;
  }
}
