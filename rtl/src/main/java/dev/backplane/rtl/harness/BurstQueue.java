package dev.backplane.rtl.harness;

/** Bursts in the order they came, in a fixed number of reused objects. */
final class BurstQueue {
  private final Burst[] slots;
  private final int capacity;
  private int count;

  BurstQueue(int capacity) {
    this.capacity = capacity;
    // One more than it holds: there is always a free one to look at.
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

  /** The object that the next {@link #add()} makes part of the queue. */
  Burst free() {
    return slots[count];
  }

  void add() {
    count++;
  }

  /** Takes one out; it becomes free for reuse when the next is added. */
  void remove(int index) {
    Burst removed = slots[index];
    count--;
    System.arraycopy(slots, index + 1, slots, index, count - index);
    slots[count] = removed;
  }

  /** Puts a burst from another queue at the end, whose place there gets a free one in return. */
  void moveFrom(BurstQueue other, int index) {
    Burst moved = other.slots[index];
    other.slots[index] = slots[count];
    slots[count++] = moved;
    other.remove(index);
  }

  /**
   * Which burst may be served next: the first, or a random one that no older burst with the same
   * identifier stands before (rule 15).
   */
  int pick(boolean shuffle, Gaps random) {
    if (!shuffle || count < 2) {
      return 0;
    }
    int wanted = random.below(count);
    for (int i = 0; i < wanted; i++) {
      if (slots[i].id == slots[wanted].id) {
        return i;
      }
    }
    return wanted;
  }
}
