package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Latches: words that keep their bits where nothing assigns them. A word is one if a choice gives
 * bits of it to themselves. There it reads a register in place of itself, which takes the settled
 * value at each edge of the clock: between two edges a design settles once, so what a latch would
 * keep is what had settled before.
 */
final class Latches {
  /**
   * The value that a latch keeps.
   *
   * @param leaf the word that is the latch
   */
  record Kept(Leaf leaf) {}

  private final Design design;
  private final NodeGraph graph;
  private final DriverResolution drivers;
  private final SequencedMap<Leaf, Node> values = new LinkedHashMap<>();

  Latches(Design design, DriverResolution drivers) {
    this.design = design;
    this.graph = design.graph();
    this.drivers = drivers;
  }

  /**
   * {@return the value of a word} In that of a latch, the kept value stands where the word would
   * read itself.
   */
  Node valueOf(Leaf leaf) {
    Node latched = values.get(leaf);
    return latched == null ? drivers.valueOf(leaf) : latched;
  }

  /**
   * Breaks a combinational loop at a latch; returns false if it has none. Several words of the loop
   * may reach themselves through choices: the names of the branches of a choice do as well as that
   * of the choice. The latch is the one that is free of itself when it has what it keeps.
   */
  boolean breaks(List<Node> loop) {
    SequencedMap<Leaf, Node> candidates = new LinkedHashMap<>();
    for (Node node : loop) {
      Leaf leaf = Leaf.of(node instanceof Node.Slice piece ? piece.from() : node);
      if (leaf != null && !leaf.isInput() && !values.containsKey(leaf)) {
        Node value = drivers.valueOf(leaf);
        Node latched = new Substitution(leaf).in(value, 0);
        if (latched != value) {
          candidates.put(leaf, latched);
        }
      }
    }
    if (candidates.isEmpty()) {
      return false;
    }
    Leaf latch =
        candidates.entrySet().stream()
            .filter(candidate -> !reaches(candidate.getValue(), candidate.getKey()))
            .map(Map.Entry::getKey)
            .min(Comparator.comparing(this::isIntermediate))
            .orElse(candidates.firstEntry().getKey());
    values.put(latch, Objects.requireNonNull(candidates.get(latch)));
    return true;
  }

  /** Tells whether a word is neither assigned by a block nor another name of one. */
  private boolean isIntermediate(Leaf leaf) {
    List<Design.Driver> assigned = design.drivers().getOrDefault(leaf, List.of());
    return assigned.stream().noneMatch(Design.Driver::procedural)
        && Leaf.of(drivers.valueOf(leaf)) == null;
  }

  /** Tells whether a latch depends on a word, through no register. */
  boolean dependsOn(Leaf latch, Leaf word) {
    return reaches(valueOf(latch), word);
  }

  private boolean reaches(Node value, Leaf word) {
    Set<Node> seen = new HashSet<>();
    Deque<Node> rest = new ArrayDeque<>(List.of(value));
    for (Node node = rest.poll(); node != null; node = rest.poll()) {
      if (!seen.add(node)) {
        continue;
      }
      node.dependencies().forEach(rest::push);
      Leaf leaf = Leaf.of(node);
      if (leaf == word) {
        return true;
      }
      if (leaf != null && !leaf.isInput()) {
        rest.push(valueOf(leaf));
      }
    }
    return false;
  }

  /** Puts what a word keeps in its place, where bits of it reach themselves through choices. */
  private final class Substitution {
    private record Place(Node node, int lsb) {}

    private final Leaf word;
    private final Map<Place, Node> results = new HashMap<>();

    Substitution(Leaf word) {
      this.word = word;
    }

    /**
     * The value of some bits of the word.
     *
     * @param node their value, which may read them
     * @param lsb the lowest of them
     */
    Node in(Node node, int lsb) {
      Place place = new Place(node, lsb);
      Node known = results.get(place);
      if (known == null) {
        results.put(place, node); // a loop of other words ends here, and stays one
        known = replaced(node, lsb);
        results.put(place, known);
      }
      return known;
    }

    private Node replaced(Node node, int lsb) {
      return switch (node) {
        case Node.Source _ -> read(node, 0, node.width(), lsb);
        case Node.Slice piece when piece.from() instanceof Node.Source ->
            read(piece.from(), piece.lsb(), piece.width(), lsb);
        case Node.Slice piece when piece.from() instanceof Node.Compute whole ->
            graph.slice(in(whole, lsb - piece.lsb()), piece.lsb(), piece.width());
        case Node.Concat join -> concat(join, lsb);
        case Node.Compute compute -> choice(compute, lsb);
        default -> node;
      };
    }

    private Node read(Node source, int from, int width, int lsb) {
      Leaf leaf = Leaf.of(source);
      Node same = graph.slice(source, from, width);
      if (leaf == word) {
        Node kept = graph.source(new Kept(word), word.width());
        return from == lsb ? graph.slice(kept, from, width) : same;
      }
      if (leaf == null || leaf.isInput() || values.containsKey(leaf)) {
        return same;
      }
      Node value = graph.slice(drivers.valueOf(leaf), from, width);
      Node latched = in(value, lsb);
      return latched == value ? same : latched;
    }

    private Node concat(Node.Concat join, int lsb) {
      List<Node> parts = new ArrayList<>();
      int at = lsb;
      for (Node part : join.parts()) {
        parts.add(in(part, at));
        at += part.width();
      }
      return parts.equals(join.parts()) ? join : graph.concat(parts);
    }

    private Node choice(Node.Compute compute, int lsb) {
      boolean mux = compute.operation() == Operation.MUX;
      if (!mux && compute.operation() != Operation.AND && compute.operation() != Operation.OR) {
        return compute;
      }
      List<Node> inputs = new ArrayList<>();
      for (int k = 0; k < compute.inputs().size(); k++) {
        Node input = compute.input(k);
        boolean select = mux && k == 2;
        inputs.add(select || input.width() != compute.width() ? input : in(input, lsb));
      }
      return inputs.equals(compute.inputs())
          ? compute
          : graph.compute(compute.operation(), compute.signed(), inputs, compute.width());
    }
  }
}
