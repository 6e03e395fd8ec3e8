package dev.backplane.api;

import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * The ability to take work in queues: calls of kernels, transfers, and the order between them. With
 * the meaning that the DPC++ plugin interface and OpenCL give it.
 */
public interface Queues extends Facet {
  /**
   * The clocks of device and host at one moment.
   *
   * @param device the device's clock, that of {@link Run#times()}, in nanoseconds
   * @param host the host's clock, in nanoseconds
   */
  record Clocks(long device, long host) {}

  /**
   * Makes a queue.
   *
   * @param flags how it treats its commands
   * @return the queue; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} for a flag that is no hint and that
   *     the device does not have
   */
  @Operation("make queue")
  Queue queue(QueueFlag... flags);

  /** {@return the flags that queues of the device can have} */
  @Operation("ask for the flags of queues of")
  Set<QueueFlag> flags();

  /**
   * Makes a run that the program itself completes, so that commands wait for something of its own.
   *
   * @return the signal
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED}
   */
  @Operation("make signal")
  Signal signal();

  /**
   * Allocates memory of the host that transfers of queues read and write in place.
   *
   * @param bytes how many, more than 0
   * @return the memory, zeros; it lives for as long as something refers to it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}; {@link
   *     ErrorCode#OUT_OF_HOST_MEMORY}
   */
  @Local
  MemorySegment hostMemory(@AtLeast(1) long bytes);

  /**
   * Reads both clocks.
   *
   * @return what they showed
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if the device has no such pair
   */
  Clocks clocks();
}
