package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Rect;
import java.lang.foreign.MemorySegment;

/** Checks ranges, boxes and patterns of transfers, and the memory that they fill. */
final class Ranges {
  private static final int LARGEST_PATTERN = 128;

  /** A thread that is nobody's: what it may access, all may. */
  private static final Thread ANY = Thread.ofPlatform().unstarted(() -> {});

  private Ranges() {}

  /**
   * Checks that a range is inside a buffer.
   *
   * @param offset where it begins
   * @param bytes how long it is
   * @param size the size of the buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  static void checkInside(long offset, long bytes, long size) {
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              bytes + " bytes at " + offset + " are not inside a buffer of " + size)
          .remedy("Stay inside the buffer")
          .build();
    }
  }

  /**
   * Checks that a box is inside a buffer or memory of the host.
   *
   * @param box the box
   * @param bytes how long the memory is
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  static void checkInside(Rect box, long bytes) {
    if (box.end() > bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "a box that ends at " + box.end() + " is not inside " + bytes + " bytes")
          .remedy("Stay inside the memory")
          .build();
    }
  }

  /**
   * Checks that one box can be copied to the other.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  static void checkSameSize(Rect from, Rect to) {
    if (!from.sameSize(to)) {
      throw refused(
          "a box " + from + " does not fill a box " + to,
          "Give two boxes of the same width, height and depth");
    }
  }

  /**
   * Checks that memory of the host can be filled.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  static void checkWritable(MemorySegment target) {
    if (target.isReadOnly()) {
      throw refused("the target is read-only", "Use memory that can be written");
    }
  }

  /**
   * Checks that memory of the host can be filled by a command, which another thread does.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  static void checkWritableByAll(MemorySegment target) {
    checkWritable(target);
    if (!isForAll(target)) {
      throw refused(
          "the target belongs to one thread, and is filled by another",
          "Allocate it from a shared or automatic arena, or with hostMemory");
    }
  }

  /** {@return whether any thread may use memory} */
  static boolean isForAll(MemorySegment memory) {
    return memory.isAccessibleBy(ANY);
  }

  /**
   * Checks that two ranges of one memory do not overlap.
   *
   * @param from where the one begins
   * @param to where the other begins
   * @param bytes how long both are
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  static void checkApart(long from, long to, long bytes) {
    if (bytes > 0 && from < to + bytes && to < from + bytes) {
      throw refused(
          "%d bytes at %d and at %d of one memory overlap".formatted(bytes, from, to),
          "Copy through another buffer");
    }
  }

  /**
   * Checks that two boxes of one memory have no byte in common: their rows, which lie in order, are
   * gone through together.
   *
   * @param fromBase where the memory of the one begins
   * @param from the one
   * @param toBase where the memory of the other begins
   * @param to the other, of the same size
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  static void checkApart(long fromBase, Rect from, long toBase, Rect to) {
    if (fromBase + from.end() <= toBase + row(to, 0)
        || toBase + to.end() <= fromBase + row(from, 0)) {
      return;
    }
    long rows = from.height() * from.depth();
    long one = 0;
    long other = 0;
    while (one < rows && other < rows) {
      long begin = fromBase + row(from, one);
      long otherBegin = toBase + row(to, other);
      if (begin + from.width() <= otherBegin) {
        one++;
      } else if (otherBegin + to.width() <= begin) {
        other++;
      } else {
        throw refused(
            "a box %s at %d and a box %s at %d of one memory overlap"
                .formatted(from, fromBase, to, toBase),
            "Copy through another buffer");
      }
    }
  }

  /** {@return where a row of a box begins, counted through all layers} */
  private static long row(Rect box, long number) {
    long layer = box.z() + number / box.height();
    long inLayer = box.y() + number % box.height();
    return layer * box.slicePitch() + inLayer * box.rowPitch() + box.x();
  }

  /**
   * Checks that a range can be filled with a pattern.
   *
   * @param pattern the pattern
   * @param offset where the range begins
   * @param bytes how long it is
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  static void checkPattern(MemorySegment pattern, long offset, long bytes) {
    long size = pattern.byteSize();
    if (size == 0 || size > LARGEST_PATTERN || Long.bitCount(size) != 1) {
      throw refused(
          "a pattern cannot have " + size + " bytes", "Give 1, 2, 4, 8, 16, 32, 64 or 128 bytes");
    }
    if (offset % size != 0 || bytes % size != 0) {
      throw refused(
          "%d bytes at %d are not whole patterns of %d bytes".formatted(bytes, offset, size),
          "Begin at a multiple of the pattern's size and fill a multiple of it");
    }
  }

  private static BackplaneException refused(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem).remedy(remedy).build();
  }
}
