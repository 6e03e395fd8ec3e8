package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.StallGenerator;

/** Tags that wait for their turn: the oldest is next, or one at random. */
final class TagQueue {
  private static final int MASK = 0xff;

  private final int[] tags = new int[MASK + 1];
  private final long[] cycles = new long[MASK + 1];
  private int head;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  void clear() {
    count = 0;
  }

  /** Adds a tag whose turn does not come before a cycle. */
  void add(int tag, long cycle) {
    int at = head + count & MASK;
    tags[at] = tag;
    cycles[at] = cycle;
    count++;
  }

  /** Takes the tag whose turn is in a cycle, or -1. */
  int take(long cycle, StallGenerator delay, StallGenerator reorder) {
    if (count == 0) {
      return -1;
    }
    int at = head;
    if (reorder.stall()) {
      int other = head + reorder.nextBelow(count) & MASK;
      at = cycles[other] <= cycle ? other : head;
    }
    if (cycles[at] > cycle || delay.stall()) {
      return -1;
    }
    int tag = tags[at];
    // The oldest takes the place of the one that overtook it.
    tags[at] = tags[head];
    cycles[at] = cycles[head];
    head = head + 1 & MASK;
    count--;
    return tag;
  }
}
