package dev.backplane.runtime.trace;

import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.runtime.TracedCall;
import java.util.Optional;

/** Takes what is traced, from any thread. What goes wrong in it must not reach the traced call. */
interface Listener extends AutoCloseable {
  /**
   * A call that returned, as told by the thread that made it.
   *
   * @param call what was called and what came of it
   * @param begin when it began, by {@link System#nanoTime}
   * @param text the call as it is written into a text
   * @param transfer what it moved
   */
  record Returned(TracedCall call, long begin, String text, Optional<Transfer> transfer) {}

  /** {@return whether it takes calls; asked when something is bound} */
  default boolean takesCalls() {
    return false;
  }

  /** Takes a call. */
  default void returned(Returned call) {}

  /** {@return whether it takes steps of discovery and binding} */
  default boolean takes(Detail detail) {
    return false;
  }

  /**
   * Takes a step.
   *
   * @param topic whom it is said to, in brackets at the beginning of lines
   * @param step the step in words; may have several lines
   */
  default void noted(String topic, String step) {}

  /** {@return what takes the spans of a compute unit or queue; asked when it is made} */
  default Optional<Track> track(String device, String name) {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
