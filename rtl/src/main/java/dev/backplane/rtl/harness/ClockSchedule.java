package dev.backplane.rtl.harness;

import java.math.BigDecimal;
import java.util.List;

/**
 * When clocks of different frequencies have their edges, exactly: times are fractions, compared by
 * multiplication, so edges that fall together do so for ever. Clocks begin together with a rising
 * edge; a falling edge is half a period after the rising one.
 */
final class ClockSchedule {
  /**
   * Edges of one direction of clocks of one frequency.
   *
   * @param kilohertz the frequency, at most 2 GHz
   * @param falling whether they are the falling edges
   */
  record Rate(long kilohertz, boolean falling) {
    static Rate of(BigDecimal megahertz, boolean falling) {
      return new Rate(megahertz.movePointRight(3).longValueExact(), falling);
    }
  }

  /** Half periods of each clock in the time after which all repeats. */
  private final long[] halves;

  /** The half period at the start of which each has its next edge. */
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

  /** Goes on to the next edge; gives a bit for each rate that has one then. */
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
