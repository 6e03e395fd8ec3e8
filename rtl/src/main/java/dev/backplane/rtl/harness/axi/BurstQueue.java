package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.StallGenerator;

/** Bursts in order of arrival, in a fixed number of reused objects. */
final class BurstQueue {
  private final Burst[] slots;
  private final int capacity;
  private int count;

  BurstQueue(int capacity) {
    this.capacity = capacity;
    // One more than the capacity, so that there is always a free object.
    slots = new Burst[capacity + 1];
    for (int i = 0; i <= capacity; i++) {
      slots[i] = new Burst();
    }
  }

  int size() {
    return count;
  }

  boolean hasRoom() {
    return count < capacity;
  }

  Burst get(int index) {
    return slots[index];
  }

  /** The object that the next {@link #add()} appends. */
  Burst nextFree() {
    return slots[count];
  }

  void add() {
    count++;
  }

  /** Removes a burst; its object is reused for a later one. */
  void remove(int index) {
    Burst removed = slots[index];
    count--;
    System.arraycopy(slots, index + 1, slots, index, count - index);
    slots[count] = removed;
  }

  /** Moves a burst from another queue to the end of this one; the queues exchange objects. */
  void moveFrom(BurstQueue other, int index) {
    Burst moved = other.slots[index];
    other.slots[index] = slots[count];
    slots[count++] = moved;
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
      if (slots[i].id == slots[wanted].id) {
        return i;
      }
    }
    return wanted;
  }
}
