package dev.backplane.rtl.harness.axi;

/** A FIFO of write data that arrived before its address. */
final class EarlyWriteBeats {
  private final int words;
  private final int strobeWords;
  private final int capacity;
  private final long[] data;
  private final long[] strobes;
  private final boolean[] last;
  private int first;
  private int count;

  EarlyWriteBeats(int capacity, int words, int strobeWords) {
    this.capacity = capacity;
    this.words = words;
    this.strobeWords = strobeWords;
    data = new long[capacity * words];
    strobes = new long[capacity * strobeWords];
    last = new boolean[capacity];
  }

  int size() {
    return count;
  }

  boolean hasRoom() {
    return count < capacity;
  }

  void add(long[] beat, long[] strobe, boolean isLast) {
    int at = (first + count++) % capacity;
    System.arraycopy(beat, 0, data, at * words, words);
    System.arraycopy(strobe, 0, strobes, at * strobeWords, strobeWords);
    last[at] = isLast;
  }

  /** Removes the oldest beat; returns whether it is the last of its burst. */
  boolean remove(long[] beat, long[] strobe) {
    int at = first;
    System.arraycopy(data, at * words, beat, 0, words);
    System.arraycopy(strobes, at * strobeWords, strobe, 0, strobeWords);
    first = (first + 1) % capacity;
    count--;
    return last[at];
  }
}
