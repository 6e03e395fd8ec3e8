package dev.backplane.rtl.frontend.verilator;

import org.jspecify.annotations.Nullable;

/** Flip-flops behind some bits of a word. */
final class Flop {
  private final Leaf leaf;
  private final int lsb;
  private final int width;
  private final Trigger trigger;
  private final Place place;
  private @Nullable Node next;

  Flop(Leaf leaf, int lsb, int width, Trigger trigger, Place place) {
    this.leaf = leaf;
    this.lsb = lsb;
    this.width = width;
    this.trigger = trigger;
    this.place = place;
  }

  Leaf leaf() {
    return leaf;
  }

  int lsb() {
    return lsb;
  }

  int width() {
    return width;
  }

  Trigger trigger() {
    return trigger;
  }

  Place place() {
    return place;
  }

  /** What it takes at the edge. */
  Node next() {
    return java.util.Objects.requireNonNull(next);
  }

  void setNext(Node value) {
    next = value;
  }

  /** Its name in the netlist. */
  String name() {
    if (width == leaf.width()) {
      return leaf.name();
    }
    return width == 1
        ? leaf.name() + "[" + lsb + "]"
        : leaf.name() + "[" + (lsb + width - 1) + ":" + lsb + "]";
  }
}
