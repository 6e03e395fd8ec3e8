package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.StallGenerator;

/** Tags that wait for their turn: the oldest is next, or one at random. */
final class TagQueue {
  private final int mask;
  private final int[] tags;
  private final long[] cycles;
  private int head;
  private int count;

  /**
   * @param room how many tags there are, a power of 2
   */
  TagQueue(int room) {
    mask = room - 1;
    tags = new int[room];
    cycles = new long[room];
  }

  boolean isEmpty() {
    return count == 0;
  }

  void clear() {
    count = 0;
  }

  /** Adds a tag whose turn does not come before a cycle. */
  void add(int tag, long cycle) {
    int at = head + count & mask;
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
      int other = head + reorder.nextBelow(count) & mask;
      at = cycles[other] <= cycle ? other : head;
    }
    if (cycles[at] > cycle || delay.stall()) {
      return -1;
    }
    int tag = tags[at];
    // The oldest takes the place of the one that overtook it.
    tags[at] = tags[head];
    cycles[at] = cycles[head];
    head = head + 1 & mask;
    count--;
    return tag;
  }
}
