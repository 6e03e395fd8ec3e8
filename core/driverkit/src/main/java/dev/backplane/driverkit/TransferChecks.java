package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Rect;
import java.lang.foreign.MemorySegment;

/** Checks ranges, boxes and patterns of transfers; {@link BufferChecks} has those of one buffer. */
public final class TransferChecks {
  private static final int LARGEST_PATTERN = 128;

  private TransferChecks() {}

  /**
   * Checks that two ranges of one memory do not overlap.
   *
   * @param from where the one begins
   * @param to where the other begins
   * @param bytes how long both are
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static void checkApart(long from, long to, long bytes) {
    if (from < to + bytes && to < from + bytes) {
      throw refused(
          "copy",
          "%d bytes at %d and at %d of one memory overlap".formatted(bytes, from, to),
          "Copy through another buffer");
    }
  }

  /**
   * Checks that one box can be copied to the other.
   *
   * @param operation what for
   * @param from the one
   * @param to the other
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static void checkSameSize(String operation, Rect from, Rect to) {
    if (!from.sameSize(to)) {
      throw refused(
          operation,
          "a box " + from + " does not fill a box " + to,
          "Give two boxes of the same width, height and depth");
    }
  }

  /**
   * Checks that a box is inside memory.
   *
   * @param operation what for
   * @param box the box
   * @param bytes how long the memory is
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  public static void checkInside(String operation, Rect box, long bytes) {
    if (box.end() > bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "a box that ends at " + box.end() + " is not inside " + bytes + " bytes")
          .during(operation)
          .remedy("Stay inside the memory")
          .build();
    }
  }

  /**
   * Checks that a range can be filled with a pattern.
   *
   * @param pattern the pattern
   * @param offset where the range begins
   * @param bytes how long it is
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static void checkPattern(MemorySegment pattern, long offset, long bytes) {
    long size = pattern.byteSize();
    if (size == 0 || size > LARGEST_PATTERN || Long.bitCount(size) != 1) {
      throw refused(
          "fill",
          "a pattern cannot have " + size + " bytes",
          "Give 1, 2, 4, 8, 16, 32, 64 or 128 bytes");
    }
    if (offset % size != 0 || bytes % size != 0) {
      throw refused(
          "fill",
          "%d bytes at %d are not whole patterns of %d bytes".formatted(bytes, offset, size),
          "Begin at a multiple of the pattern's size and fill a multiple of it");
    }
  }

  private static BackplaneException refused(String operation, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during(operation)
        .remedy(remedy)
        .build();
  }
}
