package dev.backplane.rtl.harness;

import java.math.BigDecimal;
import java.util.List;

/**
 * The exact schedule of the edges of clocks of different frequencies. Times are fractions, compared
 * by multiplication, so coinciding edges never drift apart. All clocks begin with a common rising
 * edge; a falling edge is half a period after the rising one.
 */
final class ClockSchedule {
  /**
   * The rising or falling edges of the clocks of one frequency.
   *
   * @param kilohertz the frequency, at most 2 GHz
   * @param falling whether they are the falling edges
   */
  record Rate(long kilohertz, boolean falling) {
    static Rate of(BigDecimal megahertz, boolean falling) {
      return new Rate(megahertz.movePointRight(3).longValueExact(), falling);
    }
  }

  /** The half periods of each clock in one hyperperiod, after which the schedule repeats. */
  private final long[] halves;

  /** The half period of each clock at which its next edge is. */
  private final long[] next;

  ClockSchedule(List<Rate> rates) {
    if (rates.size() > Long.SIZE) {
      throw new IllegalArgumentException(rates.size() + " different clocks; 64 are possible");
    }
    long common = rates.stream().mapToLong(Rate::kilohertz).reduce(0, ClockSchedule::divisor);
    halves = rates.stream().mapToLong(rate -> rate.kilohertz() / common * 2).toArray();
    next = rates.stream().mapToLong(rate -> rate.falling() ? 1 : 0).toArray();
  }

  private static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  /** Advances to the next edge; returns a bit for each rate with an edge at that time. */
  long advance() {
    int first = 0;
    for (int i = 1; i < next.length; i++) {
      if (next[i] * halves[first] < next[first] * halves[i]) {
        first = i;
      }
    }
    if (next[first] >= halves[first]) {
      for (int i = 0; i < next.length; i++) {
        next[i] -= halves[i];
      }
    }
    long at = next[first];
    long of = halves[first];
    long edges = 0;
    for (int i = 0; i < next.length; i++) {
      if (next[i] * of == at * halves[i]) {
        edges |= 1L << i;
        next[i] += 2;
      }
    }
    return edges;
  }
}
