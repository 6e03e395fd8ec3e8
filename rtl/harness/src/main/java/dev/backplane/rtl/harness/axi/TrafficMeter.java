package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.Traffic;
import java.util.Arrays;
import java.util.List;

/** Counts the read or write traffic of a master, with a few additions per cycle. */
final class TrafficMeter {
  private static final int BUCKETS = 33;

  long beats;
  long bytes;
  long kernelStalls;
  long memoryStalls;
  long responseWaits;

  /** Cycles in which a burst was open, up to the last time when none was. */
  private long openCycles;

  private long openSince;

  private long bursts;
  private int mostOutstanding;
  private long latencySum;
  private final long[] latencies = new long[BUCKETS];
  private final long[] lengths = new long[BUCKETS];

  /** Notes that there are open bursts from the next cycle on. */
  void firstBurstOpened(long cycle) {
    openSince = cycle + 1;
  }

  /** Notes that there are no open bursts after this cycle. */
  void lastBurstClosed(long cycle) {
    openCycles += cycle + 1 - openSince;
  }

  void burstBegan(Burst burst, long cycle, int outstanding) {
    bursts++;
    burst.startCycle = cycle;
    mostOutstanding = Math.max(mostOutstanding, outstanding);
    lengths[bucket(burst.beats)]++;
  }

  void burstEnded(Burst burst, long cycle) {
    long latency = cycle - burst.startCycle;
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
    openCycles = 0;
    bursts = 0;
    mostOutstanding = 0;
    latencySum = 0;
    Arrays.fill(latencies, 0);
    Arrays.fill(lengths, 0);
  }

  Traffic readTraffic(long addressWaits, boolean open, long cycle) {
    long lately = open ? cycle - openSince : 0;
    // A cycle with an open burst but neither a beat nor a kernel stall is a memory stall.
    return traffic(Math.max(0, openCycles + lately - beats - kernelStalls), addressWaits);
  }

  Traffic writeTraffic(long addressWaits) {
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
