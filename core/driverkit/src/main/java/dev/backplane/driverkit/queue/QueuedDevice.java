package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import java.lang.foreign.MemorySegment;

/**
 * A device whose order the host keeps, as its queues need it. Ranges are inside and buffers held
 * when it is asked to move bytes; a {@link IllegalStateException} of memory that is gone is passed
 * on. Safe for use by several threads.
 */
public interface QueuedDevice {
  /** {@return what to call it in messages} */
  @Override
  String toString();

  /** {@return whether a run was started on it by a call or a kernel of its own} */
  boolean isOwn(Run run);

  /**
   * Takes a call as it is set now, with all that its execution needs.
   *
   * @param call one call of the device, all arguments set
   * @return the execution, to begin later
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a call of another device, and
   *     what a start throws
   */
  Work take(Call call);

  /**
   * Keeps a buffer from being closed.
   *
   * @param buffer any buffer
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a buffer of another device;
   *     {@link ErrorCode#CLOSED}
   */
  void hold(Buffer buffer);

  /** Ends what {@link #hold} began. */
  void letGo(Buffer buffer);

  /** Fills memory from the device's copy, past the host's. */
  void read(Buffer source, long offset, MemorySegment target);

  /** Puts memory into the device's copy, past the host's. */
  void write(Buffer target, long offset, MemorySegment source);

  /** Copies between device copies; the ranges do not overlap. */
  void copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes);

  /**
   * {@return the error of something of another device}
   *
   * @param what it, in words
   */
  default BackplaneException foreign(String what) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, what + " belongs to another device")
        .on(toString())
        .remedy("Make it from this device")
        .build();
  }
}
