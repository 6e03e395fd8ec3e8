package dev.backplane.rtl.frontend.verilator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a process has done so far on one of its ways: what its assignments left in variables, and on
 * which condition it got here. Ways share what was before they parted.
 */
final class State {
  /** What a way has left in variables: at once, and at the end of the time step. */
  record Effects(SequencedMap<Leaf, Node> now, SequencedMap<Leaf, Node> next) {
    Effects() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }
  }

  private final @Nullable State parent;
  private final boolean labelled;
  private final Effects effects = new Effects();
  private final List<Write> writes = new ArrayList<>();
  private Node reach;
  private boolean left;

  private State(@Nullable State parent, boolean labelled, Node reach) {
    this.parent = parent;
    this.labelled = labelled;
    this.reach = reach;
  }

  static State first(Nodes nodes) {
    return new State(null, true, nodes.one());
  }

  /** A way from here on that is gone if a condition holds, which includes getting here. */
  State way(Node condition) {
    return new State(this, false, condition);
  }

  /** What jumps to a label can leave; its {@link #reach()} counts from its start. */
  State labelled(Nodes nodes) {
    return new State(this, true, nodes.one());
  }

  /** The condition of being here, from the start of the innermost labelled part. */
  Node reach() {
    return reach;
  }

  void setReach(Node condition) {
    reach = condition;
  }

  boolean isDead() {
    return Nodes.isZero(reach);
  }

  /** The condition of being here, from the start of the process. */
  Node absolute(Nodes nodes) {
    Node all = reach;
    State at = this;
    while (true) {
      State base = at.base();
      if (base.parent == null) {
        return all;
      }
      at = base.parent;
      all = nodes.and(at.reach, all);
    }
  }

  /** The innermost labelled part that this is in. */
  State base() {
    State at = this;
    while (!at.labelled && at.parent != null) {
      at = at.parent;
    }
    return at;
  }

  State parent() {
    return java.util.Objects.requireNonNull(parent);
  }

  /** Whether a jump went from inside of this labelled part to somewhere outside. */
  boolean wasLeft() {
    return left;
  }

  void setLeft() {
    left = true;
  }

  @Nullable Node now(Leaf leaf) {
    for (State at = this; at != null; at = at.parent) {
      Node value = at.effects.now.get(leaf);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  @Nullable Node next(Leaf leaf) {
    for (State at = this; at != null; at = at.parent) {
      Node value = at.effects.next.get(leaf);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  Effects effects() {
    return effects;
  }

  /** Writes into memories since this way parted. */
  List<Write> writes() {
    return writes;
  }

  /** All writes into a memory up to here, in order. */
  List<Write> allWrites(Variable memory) {
    List<Write> all = parent == null ? new ArrayList<>() : parent.allWrites(memory);
    writes.stream().filter(write -> write.memory() == memory).forEach(all::add);
    return all;
  }

  /** All effects since a state on the way to here, which must be among the parents. */
  Effects since(State start) {
    Effects all = new Effects();
    for (State at = this; ; at = at.parent()) {
      at.effects.now.forEach(all.now::putIfAbsent);
      at.effects.next.forEach(all.next::putIfAbsent);
      if (at == start) {
        return all;
      }
    }
  }

  /** What a map leaves in a word, or what was there before it parted from here. */
  static Node in(Map<Leaf, Node> map, Leaf leaf, Node before) {
    return map.getOrDefault(leaf, before);
  }
}
