package dev.backplane.rtl.harness;

import java.util.Arrays;
import java.util.List;

/** Counts what goes one way through a master: a few additions a cycle. */
final class TrafficMeter {
  private static final int BUCKETS = 33;

  long beats;
  long bytes;
  long kernelStalls;
  long memoryStalls;
  long responseWaits;

  /** Cycles in which a burst was open, of which the last one is over. */
  private long busy;

  private long openSince;

  private long bursts;
  private int mostOutstanding;
  private long latencySum;
  private final long[] latencies = new long[BUCKETS];
  private final long[] lengths = new long[BUCKETS];

  /** The first burst is open from the next cycle on. */
  void opens(long cycle) {
    openSince = cycle + 1;
  }

  /** No burst is open after this cycle. */
  void closes(long cycle) {
    busy += cycle + 1 - openSince;
  }

  void begins(Burst burst, long cycle, int outstanding) {
    bursts++;
    burst.begunAt = cycle;
    mostOutstanding = Math.max(mostOutstanding, outstanding);
    lengths[bucket(burst.beats)]++;
  }

  void ends(Burst burst, long cycle) {
    long latency = cycle - burst.begunAt;
    latencySum += latency;
    latencies[bucket(latency)]++;
  }

  private static int bucket(long number) {
    return Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(number));
  }

  void clear(long cycle) {
    openSince = cycle;
    beats = 0;
    bytes = 0;
    kernelStalls = 0;
    memoryStalls = 0;
    responseWaits = 0;
    busy = 0;
    bursts = 0;
    mostOutstanding = 0;
    latencySum = 0;
    Arrays.fill(latencies, 0);
    Arrays.fill(lengths, 0);
  }

  Traffic read(long addressWaits, boolean open, long cycle) {
    long lately = open ? cycle - openSince : 0;
    // What is neither a beat nor the kernel's fault is memory that has nothing yet.
    return traffic(Math.max(0, busy + lately - beats - kernelStalls), addressWaits);
  }

  Traffic written(long addressWaits) {
    return traffic(memoryStalls, addressWaits);
  }

  private Traffic traffic(long lostByMemory, long addressWaits) {
    return new Traffic(
        bursts,
        beats,
        bytes,
        kernelStalls,
        lostByMemory,
        addressWaits,
        responseWaits,
        mostOutstanding,
        latencySum,
        trimmed(latencies),
        trimmed(lengths));
  }

  private static List<Long> trimmed(long[] buckets) {
    int used = buckets.length;
    while (used > 0 && buckets[used - 1] == 0) {
      used--;
    }
    return Arrays.stream(buckets, 0, used).boxed().toList();
  }
}
