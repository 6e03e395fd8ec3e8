package dev.backplane.rtl.harness;

import java.util.function.BooleanSupplier;

/**
 * The limits of a run. They are checked every few thousand cycles.
 *
 * @param maxCycles simulated cycles; {@link Long#MAX_VALUE} for no limit
 * @param maxNanos time on the harness's clock; {@link Long#MAX_VALUE} for no limit
 * @param cancelled whether the run is cancelled; another thread may change it
 */
public record RunLimits(long maxCycles, long maxNanos, BooleanSupplier cancelled) {
  /** No limit; only the watchdog ends a stuck run. */
  public static final RunLimits NONE = new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, () -> false);

  /**
   * Limits the cycles of a run.
   *
   * @param cycles simulated cycles
   * @return the limits
   */
  public static RunLimits ofCycles(long cycles) {
    return new RunLimits(cycles, Long.MAX_VALUE, () -> false);
  }
}
