package dev.backplane.api;

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
  /** Who lets go of a handle that an object was made of. */
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

  /** {@return the handle of a buffer} */
  long handle(Buffer buffer);

  /** {@return the handle of a queue} */
  long handle(Queue queue);

  /** {@return the handle of an event} */
  long handle(Event event);

  /** {@return the handle of a program} */
  long handle(Program program);

  /** {@return the handle of a launch's kernel} */
  long handle(Launch launch);

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
   * Makes an event of a handle.
   *
   * @param handle an event of this device's context
   * @param ownership who lets go of it
   * @return the event; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another context
   */
  @Operation("take event over into")
  Event event(long handle, Ownership ownership);

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
  BuiltProgram program(long handle, Ownership ownership);

  /**
   * Makes a launch of a kernel's handle.
   *
   * @param handle a kernel of this device's context
   * @param ownership who lets go of it
   * @return the launch, no argument set; the caller closes it
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is of another context
   */
  @Operation("take launch over into")
  Launch launch(long handle, Ownership ownership);
}
