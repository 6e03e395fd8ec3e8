package dev.backplane.api.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Placement;
import java.time.Duration;

/**
 * The ability to take commands as packets of XRT's embedded runtime (ERT), in buffers of the kind
 * {@link Placement.Kind#COMMAND}: the execution model below kernels and runs, for who writes
 * packets himself.
 *
 * <p>A packet is a header word and payload words, little-endian. It is copied when it is submitted;
 * after that the device writes nothing but the state, bits 3 to 0 of the header, and where the
 * packet asks for them the timestamps behind the payload. A state is final when it is 4, 5, 6 or 8
 * to 11; the numbers are not in order.
 *
 * <p>The holder needs a context ({@link UnitReservations}) on the compute units that its packets
 * name. Safe for use by several threads.
 */
public interface Commands extends Facet {
  /** The most commands that one may wait for. */
  int MOST_DEPENDENCIES = 8;

  /**
   * Tells by which number packets name a buffer that they abort or copy.
   *
   * @param buffer a buffer of this holder
   * @return its number, the same for as long as it is open
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_BUFFER}
   */
  long handle(Buffer buffer);

  /**
   * Submits a command, as XRT's {@code EXECBUF}.
   *
   * @param packet the buffer that it begins in, of at least a page
   * @param after commands that were submitted before and have to end first, 8 at most; if one of
   *     them does not end well, this one ends as an error
   * @throws BackplaneException in this order: {@link ErrorCode#INVALID_ARGUMENT} without a context,
   *     {@link ErrorCode#SCHEDULER_STUCK}, {@link ErrorCode#NO_SUCH_BUFFER}, {@link
   *     ErrorCode#INVALID_ARGUMENT} for a buffer of another kind, one that is too small, or a
   *     packet that is not valid, naming its word; {@link ErrorCode#BUSY} for a compute unit that
   *     its owner manages himself
   */
  void submit(Buffer packet, Buffer... after);

  /**
   * Waits until a command of this holder has ended, as {@code poll} on XRT's device file: each
   * success stands for one command, but does not say which, so whoever waits looks at his packets
   * again.
   *
   * @param timeout how long to wait at most; zero only looks
   * @return whether one has ended that no other call was told of
   */
  boolean await(Duration timeout);

  /**
   * Asks for the end of a command that is in flight. It ends as aborted, or as timed out if it does
   * not let itself be ended within five seconds.
   *
   * @param packet the buffer that was submitted
   * @return whether it was in flight
   */
  boolean abort(Buffer packet);
}
