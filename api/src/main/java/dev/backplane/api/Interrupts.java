package dev.backplane.api;

import dev.backplane.api.contract.Operation;
import java.time.Duration;

/**
 * The ability to tell its user of something without being asked: messages (MSI-X) that a device
 * sends, by number. Each holder has its own view: what came since it last waited is not lost, and
 * taken by it alone. Safe for use by several threads, which then share what comes.
 */
public interface Interrupts extends Facet {
  /** {@return how many numbers there are; they begin at 0} */
  @Operation("count the interrupts of")
  int count();

  /**
   * Waits until a message came that this holder has not taken yet. Several events may share one.
   *
   * @param number which message
   * @param timeout how long to wait at most
   * @return whether one came
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is no such number; {@link
   *     ErrorCode#NO_IMAGE} if nothing is loaded that could send it; {@link ErrorCode#CANCELLED} if
   *     the thread is interrupted
   */
  @Operation("await an interrupt of")
  boolean await(int number, Duration timeout);
}
