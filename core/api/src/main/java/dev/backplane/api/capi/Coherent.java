package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.contract.Operation;

/**
 * The ability to work on the memory of a process at the process's own addresses, without buffers.
 * Each device that is opened is a context of its own, which is started once. Safe for use by
 * several threads.
 */
public interface Coherent extends Facet {
  /** {@return the number of the context, its process element} */
  @Operation("ask for the process element of")
  int processElement();

  /** {@return how many interrupts a context needs at least} */
  @Operation("ask for the least interrupts of")
  int leastInterrupts();

  /** {@return how many interrupts a context can have} */
  @Operation("ask for the most interrupts of")
  int mostInterrupts();

  /**
   * Starts the context for a process.
   *
   * @param work with what
   * @return the process, attached
   * @throws BackplaneException {@link ErrorCode#CONTEXT_STARTED} if it was started before; {@link
   *     ErrorCode#INVALID_ARGUMENT} for fewer or more interrupts than it can have, or a process
   *     that does not exist; {@link ErrorCode#NOT_PERMITTED} if that process is another user's, or
   *     does not allow it; {@link ErrorCode#OUT_OF_CONTEXTS} if the card's interrupts are used up;
   *     {@link ErrorCode#BUSY} if it is being reset, or does not answer in time; {@link
   *     ErrorCode#NO_SUCH_DEVICE} if its PSL wakes no threads, and one is wanted; {@link
   *     ErrorCode#DEVICE_FAULTED} if the card is gone
   */
  @Operation("start work on")
  Attachment attach(StartWork work);
}
