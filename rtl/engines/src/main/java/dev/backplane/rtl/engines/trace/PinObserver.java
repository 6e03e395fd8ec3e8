package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.engines.Pin;
import java.util.List;

/**
 * Observes the settled pins of a kernel before every clock edge, for example to write a waveform.
 * An engine without an observer has no overhead.
 */
public interface PinObserver extends AutoCloseable {
  /** Creates an observer for an engine; called for every new engine, also after a reset. */
  @FunctionalInterface
  interface Factory {
    /**
     * Creates the observer.
     *
     * @param pins all pins of the engine
     * @param clocks its clocks, whose pins are never driven
     * @return the observer of all cycles
     */
    PinObserver observe(List<Pin> pins, TraceClocks clocks);
  }

  /**
   * Called when the pins have settled, before an edge.
   *
   * @param cycle the main clock cycle since power-up, including reset; it repeats if other clocks
   *     have edges in the same cycle
   * @param time the time from which these values hold, in picoseconds
   * @param edges bit {@code i} for an edge of clock {@code i} at that time; all changes since the
   *     last sample are caused by these edges and by inputs driven after them
   */
  void sample(long cycle, long time, long edges);

  /**
   * Called when the kernel has violated a rule; the next sample is the cycle of the violation.
   *
   * @param message the message of the fault
   */
  default void fault(String message) {}

  /** Called when the engine is closed; there are no more samples. */
  @Override
  default void close() {}
}
