package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import org.jspecify.annotations.Nullable;

/** The flip-flops of some bits of a word. */
final class Flop {
  private final Leaf leaf;
  private final int lsb;
  private final int width;
  private final EdgeTrigger trigger;
  private final SourceLocation location;
  private @Nullable Node next;
  private @Nullable Node reset;

  Flop(Leaf leaf, int lsb, int width, EdgeTrigger trigger, SourceLocation location) {
    this.leaf = leaf;
    this.lsb = lsb;
    this.width = width;
    this.trigger = trigger;
    this.location = location;
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

  EdgeTrigger trigger() {
    return trigger;
  }

  SourceLocation location() {
    return location;
  }

  /** The next value, taken at the edge. */
  Node next() {
    return java.util.Objects.requireNonNull(next);
  }

  void setNext(Node value) {
    next = value;
  }

  /**
   * {@return a bit that is 1 while the asynchronous reset is active, which no gate of the clock
   * stops; null if there is no such reset}
   */
  @Nullable Node reset() {
    return reset;
  }

  void setReset(Node active) {
    reset = active;
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
