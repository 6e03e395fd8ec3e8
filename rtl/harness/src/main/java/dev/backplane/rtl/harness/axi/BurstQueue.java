package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.StallGenerator;

/** Bursts in order of arrival, in a fixed number of reused objects. */
final class BurstQueue {
  private final Burst[] slots;
  private final int capacity;
  private final int mask;
  private int head;
  private int count;

  BurstQueue(int capacity) {
    this.capacity = capacity;
    // More than the capacity, so that there is always a free object.
    slots = new Burst[Integer.highestOneBit(capacity) * 2];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new Burst();
    }
    mask = slots.length - 1;
  }

  int size() {
    return count;
  }

  boolean hasRoom() {
    return count < capacity;
  }

  Burst get(int index) {
    return slots[head + index & mask];
  }

  /** The object that the next {@link #add()} appends. */
  Burst nextFree() {
    return slots[head + count & mask];
  }

  void add() {
    count++;
  }

  /** Removes a burst; its object is reused for a later one. */
  void remove(int index) {
    Burst removed = get(index);
    for (int i = index; i > 0; i--) {
      slots[head + i & mask] = get(i - 1);
    }
    slots[head] = removed;
    head = head + 1 & mask;
    count--;
  }

  /** Moves a burst from another queue to the end of this one; the queues exchange objects. */
  void moveFrom(BurstQueue other, int index) {
    Burst moved = other.get(index);
    other.slots[other.head + index & other.mask] = nextFree();
    slots[head + count & mask] = moved;
    count++;
    other.remove(index);
  }

  /**
   * Selects the burst to serve next: the first one, or a random one that has no older burst with
   * the same identifier (rule 15).
   */
  int select(boolean shuffle, StallGenerator stalls) {
    if (!shuffle || count < 2) {
      return 0;
    }
    int wanted = stalls.nextBelow(count);
    for (int i = 0; i < wanted; i++) {
      if (get(i).id == get(wanted).id) {
        return i;
      }
    }
    return wanted;
  }
}
