package dev.backplane.runtime.device;

import java.time.Duration;

/** A run as its device keeps it: to say who uses memory, and to end it when the device closes. */
interface TrackedRun extends MemoryUser {
  /** {@return whose run it is} */
  String instance();

  /** Asks it to stop. */
  void cancelForClose();

  /** Waits, for closing the device; how it ends does not matter, only that it does. */
  void awaitEnd(Duration patience);
}
