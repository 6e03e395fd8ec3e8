package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.xrt.card.ert.HostCommand;
import org.jspecify.annotations.Nullable;

/** A command in the queue of the embedded scheduler that starts a compute unit for a client. */
interface ErtCommand extends HostCommand {
  /** {@return in whose name the unit is accessed} */
  CardClient owner();

  /**
   * Its execution has ended; its slot will tell less of that.
   *
   * @param cycles what it took; -1 if none were counted
   * @param failure why it failed, or null
   */
  void outcome(long cycles, @Nullable BackplaneException failure);
}
