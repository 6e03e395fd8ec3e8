package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Run;
import org.jspecify.annotations.Nullable;

/**
 * The action of a command when it is its turn: an execution whose values were taken, or a transfer.
 */
public interface Work {
  /**
   * {@return the run of the device that {@link #begin} starts, the same each time; null if the work
   * is done when that returns}
   */
  default @Nullable Run run() {
    return null;
  }

  /** Takes copies of memory that may be gone when it begins, because it does not begin at once. */
  default void postpone() {}

  /**
   * Begins. Called once, or not at all if the command was cancelled or could not begin.
   *
   * @throws BackplaneException why it cannot; the command fails with it
   */
  void begin();

  /** Lets go of what it holds. Called once, when it has ended or will not begin. */
  void letGo();
}
