package dev.backplane.rtl.engines.trace;

/** A ring buffer of the last samples. */
final class SampleRing {
  private final int capacity;
  private final int words;
  private final long[] rows;
  private final long[] times;
  private final long[] edges;
  private int next;
  private int count;

  SampleRing(int capacity, int words) {
    this.capacity = capacity;
    this.words = words;
    rows = new long[Math.multiplyExact(capacity, words)];
    times = new long[capacity];
    edges = new long[capacity];
  }

  void add(PinSampler pins, long time, long edged) {
    if (capacity == 0) {
      return;
    }
    pins.read(rows, next * words);
    times[next] = time;
    edges[next] = edged;
    next = next + 1 == capacity ? 0 : next + 1;
    count = Math.min(count + 1, capacity);
  }

  void replay(ChangeDetector feed) {
    for (int i = 0; i < count; i++) {
      int at = Math.floorMod(next - count + i, capacity);
      feed.sample(times[at], edges[at], rows, at * words);
    }
    count = 0;
  }
}
