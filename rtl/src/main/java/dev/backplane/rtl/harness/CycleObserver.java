package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import java.util.List;

/**
 * Sees the pins of a kernel once per cycle, settled, just before the clock edge: a waveform writer,
 * say. Without one, nothing is paid for the possibility.
 */
public interface CycleObserver extends AutoCloseable {
  /** Makes an observer for an engine; called for every new engine, which a reset may make. */
  interface Factory {
    /**
     * Makes the observer.
     *
     * @param pins all pins of the engine
     * @param clocks the names of those that are clocks, which are never driven
     * @return what sees every cycle from the first on
     */
    CycleObserver observe(List<Pin> pins, List<String> clocks);
  }

  /**
   * A cycle has settled.
   *
   * @param cycle its number since power-up, reset included
   */
  void cycle(long cycle);

  /** The engine is let go of; there are no more cycles. */
  @Override
  default void close() {}
}
