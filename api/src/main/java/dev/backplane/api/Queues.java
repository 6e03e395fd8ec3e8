package dev.backplane.api;

import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.lang.foreign.MemorySegment;

/**
 * The ability to take work in queues: launches of kernels over a range of work items, transfers,
 * and the order between them. The core interface of the DPC++ plugin interface, with the meaning
 * that OpenCL gives it.
 */
public interface Queues extends Facet {
  /**
   * The clocks of device and host at one moment.
   *
   * @param device the device's clock, that of {@link Event#times()}, in nanoseconds
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

  /**
   * Makes a launch of a kernel. Its range is what {@link Launch#global} sets, or the arguments that
   * the binary names; a kernel that never asks which work item it is, or whose source demands
   * groups of one, is a task of one work item.
   *
   * @param kernel a kernel of this device
   * @return the launch, no argument set; the caller closes it
   */
  @Operation("make launch")
  Launch launch(Kernel kernel);

  /**
   * Makes an event that the program itself lets happen.
   *
   * @return the event; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED}
   */
  @Operation("make event")
  UserEvent userEvent();

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
   * Tells how much the device can do at once.
   *
   * @return the limits, which do not change
   */
  DeviceLimits limits();

  /**
   * Reads both clocks.
   *
   * @return what they showed
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if the device has no such pair
   */
  Clocks clocks();
}
