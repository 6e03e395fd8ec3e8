package dev.backplane.runtime.device;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Something that was made from a device, as the device keeps it: closed with it at the latest. */
interface Owned {
  /** {@return its place in the order of making} */
  OwnedList.Place place();

  /** {@return whose it is} */
  String instance();

  /** Refuses every use from now on: the device is closed. */
  default void end() {}

  /** {@return what waits for work in flight, if it has such} */
  default Optional<TearDown> drainStep(Supplier<Duration> patience) {
    return Optional.empty();
  }

  /** Closes the driver's object, whatever uses it. */
  void closeWithDevice() throws Exception;
}
