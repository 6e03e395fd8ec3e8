package dev.backplane.rtl.trace;

/**
 * A clock of an engine, as a waveform shows it.
 *
 * @param pin the input port
 * @param falling whether its falling edges clock something, not its rising ones
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

  /** {@return picoseconds from power-up to the start of a period, rounded down} */
  public long periodStart(long number) {
    return number * PICOSECONDS_TIMES_KILOHERTZ / kilohertz;
  }

  /** {@return picoseconds from power-up to an edge, the first being number 0} */
  public long edge(long number) {
    return falling
        ? (2 * number + 1) * (PICOSECONDS_TIMES_KILOHERTZ / 2) / kilohertz
        : periodStart(number);
  }

  long halfPeriod() {
    return PICOSECONDS_TIMES_KILOHERTZ / 2 / kilohertz;
  }
}
