package dev.backplane.xrt.card.ert;

/** Slots in order; at most as many as there can be. Makes nothing when it is used. */
final class SlotRing {
  /** Stands for a command that was given up while its unit works on. */
  static final int GIVEN_UP = -1;

  private final int[] slots = new int[SlotRules.MOST];
  private int first;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  boolean isFull() {
    return size == slots.length;
  }

  int size() {
    return size;
  }

  void add(int slot) {
    if (isFull()) {
      throw new IllegalStateException("more commands than slots");
    }
    slots[(first + size) % slots.length] = slot;
    size++;
  }

  int first() {
    return slots[first];
  }

  int remove() {
    int slot = slots[first];
    first = (first + 1) % slots.length;
    size--;
    return slot;
  }

  /** Takes a slot out of the middle. Returns whether it was there. */
  boolean remove(int slot) {
    boolean found = false;
    for (int left = size; left > 0; left--) {
      int next = remove();
      if (next == slot && !found) {
        found = true;
      } else {
        add(next);
      }
    }
    return found;
  }

  boolean contains(int slot) {
    for (int i = 0; i < size; i++) {
      if (slots[(first + i) % slots.length] == slot) {
        return true;
      }
    }
    return false;
  }

  /** Puts the mark of what was given up in a slot's place. Returns whether it was there. */
  boolean giveUp(int slot) {
    for (int i = 0; i < size; i++) {
      int at = (first + i) % slots.length;
      if (slots[at] == slot) {
        slots[at] = GIVEN_UP;
        return true;
      }
    }
    return false;
  }
}
