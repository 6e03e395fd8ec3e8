package dev.backplane.runtime.device;

import dev.backplane.api.Run;
import java.time.Duration;

/** A run as its device keeps it: to say who uses a buffer, and to end it when the device closes. */
interface TrackedRun {
  /** {@return whose run it is} */
  String instance();

  /** {@return the driver's run} */
  Run target();

  /** {@return whether it keeps a buffer from being closed} */
  boolean uses(ManagedBuffer buffer);

  /** Lets go of its buffers if it has ended and nobody looked. */
  void settleIfEnded();

  /** Waits, for closing the device; how it ends does not matter, only that it does. */
  void awaitEnd(Duration patience);
}
