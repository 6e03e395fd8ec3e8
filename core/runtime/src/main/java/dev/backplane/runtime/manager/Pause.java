package dev.backplane.runtime.manager;

import java.time.Duration;

/** A way to pass time between tries. */
@FunctionalInterface
public interface Pause {
  /**
   * Returns when the time has passed.
   *
   * @param time how long
   * @throws InterruptedException if the thread is interrupted
   */
  void pass(Duration time) throws InterruptedException;
}
