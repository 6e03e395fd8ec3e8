package dev.backplane.rtl.frontend.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Cuts words where one of several nodes has a border between its parts. */
final class Segments {
  /** Some bits of a word. */
  record Segment(int lsb, int width) {}

  private Segments() {}

  static List<Segment> of(Node... cut) {
    return of(List.of(cut));
  }

  static List<Segment> of(List<Node> cut) {
    TreeSet<Integer> borders = new TreeSet<>();
    for (Node node : cut) {
      int at = 0;
      if (node instanceof Node.Join join) {
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

  /** Runs of bits of a word that some of the values do not leave as they were. */
  static List<Segment> driven(Nodes nodes, Leaf leaf, List<Node> values) {
    Node old = nodes.read(leaf);
    List<Segment> runs = new ArrayList<>();
    for (Segment segment : of(values)) {
      boolean driven = false;
      for (Node value : values) {
        driven |=
            nodes.slice(value, segment.lsb(), segment.width())
                != nodes.slice(old, segment.lsb(), segment.width());
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
