package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;

/** Checks sizes and ranges of buffers. */
public final class BufferChecks {
  private BufferChecks() {}

  /**
   * Checks the size of a buffer that is to be made.
   *
   * @param bytes the size
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static void checkSize(long bytes) {
    if (bytes <= 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a buffer cannot have " + bytes + " bytes")
          .during("allocate")
          .remedy("Ask for 1 byte or more")
          .build();
    }
  }

  /**
   * Checks that a range is inside a buffer.
   *
   * @param operation what the range is for
   * @param buffer the buffer, whose {@code toString} names it in messages
   * @param offset where it begins
   * @param bytes how long it is
   * @param size the size of the buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  public static void checkInside(
      String operation, Object buffer, long offset, long bytes, long size) {
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              bytes + " bytes at " + offset + " are not inside " + size + " bytes")
          .during(operation)
          .on(buffer.toString())
          .remedy("Stay inside: use offsets and lengths from 0 to " + size)
          .build();
    }
  }
}
