package dev.backplane.api;

import java.time.Duration;

/**
 * The ability to take commands as packets that the program lays out itself, like the execbuf call
 * of XRT's drivers. A packet lies in a buffer of kind {@link BufferFlag#COMMAND}; its header word
 * tells how far the command is, and nothing else of it is written back.
 *
 * <p>Safe for use by several threads.
 */
public interface Commands extends Facet {
  /**
   * Submits a command and returns at once. The packet is copied; only the state in its header
   * changes from now on.
   *
   * @param packet the buffer with the packet, its state new
   * @param dependencies at most 8 buffers whose commands, submitted before, have to complete first
   * @throws BackplaneException in the order of the checks: {@link ErrorCode#INVALID_ARGUMENT}
   *     without an open context; {@link ErrorCode#SCHEDULER_STUCK}; {@link
   *     ErrorCode#NO_SUCH_BUFFER}; {@link ErrorCode#INVALID_ARGUMENT} if it is no command buffer,
   *     smaller than a page, holds no valid packet or names no compute unit that this holder has a
   *     context on; {@link ErrorCode#BUSY} for a unit that its owner drives through registers;
   *     {@link ErrorCode#NOT_SUPPORTED} for a command that the device does not execute
   */
  void submit(Buffer packet, Buffer... dependencies);

  /**
   * Waits until some command of this holder has ended, well or not. Each success uses up one end:
   * it may be another command's than the one waited for, so who waits looks at his packet again.
   *
   * @param timeout how long to wait at most; zero only looks
   * @return whether one has ended
   * @throws BackplaneException {@link ErrorCode#CANCELLED} if the waiting thread was interrupted
   */
  boolean await(Duration timeout);

  /**
   * Has a command stop; it ends as aborted, or as it would have if it was about to.
   *
   * @param packet the buffer that it was submitted with
   * @return whether it had not ended before
   */
  boolean abort(Buffer packet);
}
