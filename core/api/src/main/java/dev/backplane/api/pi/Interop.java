package dev.backplane.api.pi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Program;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;

/**
 * The ability to work with objects of the runtime below, for example OpenCL's: handles out, and
 * objects made of handles. A handle that was given out stays the object's: it is valid until the
 * object is closed. A handle that comes in is checked as far as the runtime below can; one that
 * never was a handle may end the process, as it would there.
 */
@Local
public interface Interop extends Facet {
  /** The owner of a handle from which an object was made; the owner releases it. */
  enum Ownership {
    /** The caller, who keeps it valid while the object is open. */
    KEPT,
    /** The object, when it is closed. */
    TAKEN
  }

  /** {@return the runtime below, for example {@code opencl}} */
  String backend();

  /** {@return the handle of the platform} */
  long platform();

  /** {@return the handle of the device} */
  long device();

  /** {@return the handle of the context that everything of the device is made in} */
  long context();

  /**
   * Gives the handle of a buffer.
   *
   * @param buffer a buffer of this device
   * @return the handle
   * @throws dev.backplane.api.BackplaneException {@link dev.backplane.api.ErrorCode#NOT_SUPPORTED}
   *     for one at a shared address, which has no other
   */
  long handle(Buffer buffer);

  /** {@return the handle of a queue} */
  long handle(Queue queue);

  /**
   * {@return the event of a run}
   *
   * @param run a run of this device, which keeps its event from now on until its queue is closed
   * @throws BackplaneException {@link ErrorCode#CLOSED} if it has ended and its event is gone
   */
  long handle(Run run);

  /** {@return the handle of a program} */
  long handle(Program program);

  /** {@return the handle of a call's kernel} */
  long handle(Call call);

  /**
   * Makes a buffer of a handle.
   *
   * @param handle memory of this device's context
   * @param ownership who lets go of it
   * @return the buffer; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another context
   */
  @Operation("take buffer over into")
  Buffer buffer(long handle, Ownership ownership);

  /**
   * Makes a queue of a handle.
   *
   * @param handle a queue of this device
   * @param ownership who lets go of it
   * @return the queue; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another device
   */
  @Operation("take queue over into")
  Queue queue(long handle, Ownership ownership);

  /**
   * Makes a run of an event's handle.
   *
   * @param handle an event of this device's context
   * @param ownership who lets go of it
   * @return the run; it lets go of the event when its end has been noticed
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another context
   */
  @Operation("take event over into")
  Run run(long handle, Ownership ownership);

  /**
   * Makes a program of a handle.
   *
   * @param handle a program of this device's context that was built
   * @param ownership who lets go of it
   * @return the program; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another context or
   *     was not built
   */
  @Operation("take program over into")
  Program program(long handle, Ownership ownership);

  /**
   * Makes a call of a kernel's handle.
   *
   * @param handle a kernel of this device's context
   * @param ownership who lets go of it
   * @return the call, no argument set; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another context
   */
  @Operation("take kernel over into")
  Call call(long handle, Ownership ownership);
}
