package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.trace.TraceClock;
import dev.backplane.rtl.engines.trace.TraceClocks;

/** The times of the edges of an engine, computed from the frequencies of its clocks. */
final class ClockTimes {
  private final int main;
  private final TraceClock[] clocks;
  private final long[] counts;
  private long cycle;
  private long time;
  private long edges;

  ClockTimes(TraceClocks all) {
    main = all.main();
    clocks = all.all().toArray(TraceClock[]::new);
    counts = new long[clocks.length];
  }

  /** The main clock cycle of the values that settled last. */
  long cycle() {
    return cycle;
  }

  /** The time from which those values hold, in picoseconds. */
  long time() {
    return time;
  }

  /** The clocks with an edge at that time. */
  long edges() {
    return edges;
  }

  void advance(long edged) {
    int first = Long.numberOfTrailingZeros(edged);
    if (counts.length == 1) {
      time = clocks[0].periodStart(++cycle);
    } else {
      time = clocks[first].edge(counts[first]) + clocks[main].periodStart(1);
      for (long left = edged; left != 0; left &= left - 1) {
        counts[Long.numberOfTrailingZeros(left)]++;
      }
      cycle += edged >>> main & 1;
    }
    edges = edged;
  }
}
