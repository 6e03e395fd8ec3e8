package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of the symbolic execution of a process on one path: the effects of its assignments and
 * the path condition. Paths share the state before they forked.
 */
final class PathState {
  /** The effects of a path on variables: of blocking assignments, and of non-blocking ones. */
  record Effects(SequencedMap<Leaf, Node> blocking, SequencedMap<Leaf, Node> nonBlocking) {
    Effects() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }
  }

  private final @Nullable PathState parent;
  private final boolean labelled;
  private final MixedAssignments mixed;
  private final Effects effects = new Effects();
  private final List<MemoryWrite> writes = new ArrayList<>();
  private Node pathCondition;
  private boolean escaped;

  private PathState(
      @Nullable PathState parent, boolean labelled, MixedAssignments mixed, Node reach) {
    this.parent = parent;
    this.labelled = labelled;
    this.mixed = mixed;
    this.pathCondition = reach;
  }

  static PathState first(NodeGraph graph) {
    return first(graph, MixedAssignments.NONE);
  }

  static PathState first(NodeGraph graph, MixedAssignments mixed) {
    return new PathState(null, true, mixed, graph.one());
  }

  /** Forks a path with a condition, which includes the current path condition. */
  PathState fork(Node condition) {
    return new PathState(this, false, mixed, condition);
  }

  /**
   * A part that jumps to a label can leave; its {@link #pathCondition()} is relative to its start.
   */
  PathState labelled(NodeGraph graph) {
    return new PathState(this, true, mixed, graph.one());
  }

  /** The path condition, relative to the start of the innermost labelled part. */
  Node pathCondition() {
    return pathCondition;
  }

  void setPathCondition(Node condition) {
    pathCondition = condition;
  }

  boolean isUnreachable() {
    return NodeGraph.isZero(pathCondition);
  }

  /** The path condition, from the start of the process. */
  Node absoluteCondition(NodeGraph graph) {
    Node all = pathCondition;
    PathState at = this;
    while (true) {
      PathState base = at.enclosingLabel();
      if (base.parent == null) {
        return all;
      }
      at = base.parent;
      all = graph.and(at.pathCondition, all);
    }
  }

  /** The innermost enclosing labelled part. */
  PathState enclosingLabel() {
    PathState at = this;
    while (!at.labelled && at.parent != null) {
      at = at.parent;
    }
    return at;
  }

  PathState parent() {
    return java.util.Objects.requireNonNull(parent);
  }

  /** Tells whether a jump left this labelled part. */
  boolean hasEscapingJump() {
    return escaped;
  }

  void setEscapingJump() {
    escaped = true;
  }

  @Nullable Node blockingValue(Leaf leaf) {
    for (PathState at = this; at != null; at = at.parent) {
      Node value = at.effects.blocking.get(leaf);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /**
   * {@return the value that non-blocking assignments have given a word so far, or its old value}
   */
  Node nonBlockingValue(Leaf leaf, NodeGraph graph) {
    for (PathState at = this; at != null; at = at.parent) {
      Node value = at.effects.nonBlocking.get(leaf);
      if (value != null) {
        return value;
      }
    }
    return mixed.untouched(leaf, graph);
  }

  Effects effects() {
    return effects;
  }

  /** The variables that the process assigns in both ways. */
  MixedAssignments mixed() {
    return mixed;
  }

  /** Memory writes since this path forked. */
  List<MemoryWrite> writes() {
    return writes;
  }

  /** All writes to a memory so far, in order. */
  List<MemoryWrite> allWrites(Variable memory) {
    List<MemoryWrite> all = parent == null ? new ArrayList<>() : parent.allWrites(memory);
    writes.stream().filter(write -> write.memory() == memory).forEach(all::add);
    return all;
  }

  /** All effects since a state, which must be an ancestor. */
  Effects effectsSince(PathState start) {
    Effects all = new Effects();
    for (PathState at = this; ; at = at.parent()) {
      at.effects.blocking.forEach(all.blocking::putIfAbsent);
      at.effects.nonBlocking.forEach(all.nonBlocking::putIfAbsent);
      if (at == start) {
        return all;
      }
    }
  }

  /** The value of a word in a map, or the one before. */
  static Node in(Map<Leaf, Node> map, Leaf leaf, Node before) {
    return map.getOrDefault(leaf, before);
  }
}
