package dev.backplane.api;

import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.Operation;
import java.util.List;
import java.util.Set;

/**
 * The ability to tell of something without being asked: interrupts, errors, faults at an address,
 * and that the device is gone. What a device can tell is asked beforehand; what it tells comes
 * through streams, and each subscriber has its own.
 */
public interface Events extends Facet {
  /**
   * An interrupt that the device may raise.
   *
   * @param number its number, which need not be close to that of the next
   * @param name what raises it: a compute unit, an embedded scheduler
   */
  record InterruptSource(int number, String name) {}

  /** {@return the kinds of events that the device can tell of} */
  @Operation("list the kinds of events of")
  Set<DeviceEvent.Kind> kinds();

  /**
   * {@return the interrupts that there are, by number} On a device that takes images they are those
   * of the image that is loaded.
   */
  @Operation("list the interrupts of")
  List<InterruptSource> interrupts();

  /**
   * Begins to gather all that the device tells of some kinds. A reset, or another image, does not
   * end the stream.
   *
   * @param kinds which
   * @return the events from now on
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} for a kind that the device cannot
   *     tell of; {@link ErrorCode#INVALID_ARGUMENT} if there are none
   */
  @Operation("subscribe to events of")
  EventStream subscribe(Set<DeviceEvent.Kind> kinds);

  /** Begins to gather all that the device tells. */
  @Composed
  default EventStream subscribe() {
    return subscribe(kinds());
  }

  /**
   * Begins to gather the messages of one interrupt.
   *
   * @param number which
   * @return the messages from now on
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is none of that number
   */
  @Operation("subscribe to interrupt {0} of")
  EventStream subscribeInterrupt(int number);
}
