package dev.backplane.rtl.engines.trace;

/**
 * A clock of an engine in a waveform.
 *
 * @param pin the input port
 * @param falling whether the design uses its falling edges instead of its rising ones
 * @param kilohertz its frequency
 */
public record TraceClock(String pin, boolean falling, long kilohertz) {
  private static final long PICOSECONDS_TIMES_KILOHERTZ = 1_000_000_000L;

  /** Checks the frequency. */
  public TraceClock {
    if (kilohertz < 1) {
      throw new IllegalArgumentException("clock " + pin + " has " + kilohertz + " kHz");
    }
  }

  /** {@return the start of a period, in picoseconds since power-up, rounded down} */
  public long periodStart(long number) {
    return number * PICOSECONDS_TIMES_KILOHERTZ / kilohertz;
  }

  /** {@return the time of an edge, in picoseconds since power-up; the first is number 0} */
  public long edge(long number) {
    return falling
        ? (2 * number + 1) * (PICOSECONDS_TIMES_KILOHERTZ / 2) / kilohertz
        : periodStart(number);
  }

  long halfPeriod() {
    return PICOSECONDS_TIMES_KILOHERTZ / 2 / kilohertz;
  }
}
