package dev.backplane.rtl.trace;

import dev.backplane.rtl.engine.Pin;
import java.util.List;

/**
 * Sees the pins of a kernel once per clock edge, settled, just before it: a waveform writer, say.
 * Without one, nothing is paid for the possibility.
 */
public interface PinObserver extends AutoCloseable {
  /** Makes an observer for an engine; called for every new engine, which a reset may make. */
  @FunctionalInterface
  interface Factory {
    /**
     * Makes the observer.
     *
     * @param pins all pins of the engine
     * @param clocks its clocks, whose pins are never driven
     * @return what sees every cycle from the first on
     */
    PinObserver observe(List<Pin> pins, TraceClocks clocks);
  }

  /**
   * The pins have settled.
   *
   * @param cycle the number of the main clock's cycle since power-up, reset included; several times
   *     the same if other clocks have edges in it
   * @param time picoseconds at which these values came into force
   * @param edges bit {@code i} for an edge of clock {@code i} at that time; nothing settled differs
   *     from before but by these edges and what was driven after them
   */
  void sample(long cycle, long time, long edges);

  /**
   * The kernel broke a rule; the next sample shows the cycle in which it did.
   *
   * @param message what it did, as the run's failure says
   */
  default void fault(String message) {}

  /** The engine is let go of; there are no more samples. */
  @Override
  default void close() {}
}
