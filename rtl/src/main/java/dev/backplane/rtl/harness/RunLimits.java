package dev.backplane.rtl.harness;

import java.util.function.BooleanSupplier;

/**
 * When a run is given up. Looked at every few thousand cycles.
 *
 * @param maxCycles simulated cycles; {@link Long#MAX_VALUE} for any number
 * @param maxNanos time on the harness's clock; {@link Long#MAX_VALUE} for any
 * @param cancelled whether somebody has cancelled the run; may change in another thread
 */
public record RunLimits(long maxCycles, long maxNanos, BooleanSupplier cancelled) {
  /** Only the watchdog ends a run that does not end by itself. */
  public static final RunLimits NONE = new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, () -> false);

  /**
   * Limits a run by its length alone.
   *
   * @param cycles simulated cycles
   * @return the limits
   */
  public static RunLimits ofCycles(long cycles) {
    return new RunLimits(cycles, Long.MAX_VALUE, () -> false);
  }
}
