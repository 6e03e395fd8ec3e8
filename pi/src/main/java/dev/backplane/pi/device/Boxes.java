package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Rect;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What transfers may do to ranges, boxes and patterns, and how boxes are passed. */
final class Boxes {
  private static final int LARGEST_PATTERN = 128;

  private Boxes() {}

  static void checkApart(long from, long to, long bytes) {
    if (from < to + bytes && to < from + bytes) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d bytes at %d and at %d of one memory overlap".formatted(bytes, from, to))
          .during("copy")
          .remedy("Copy through another buffer")
          .build();
    }
  }

  static void checkBoxes(String operation, Rect from, Rect to, long targetBytes) {
    if (!from.sameSize(to)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a box " + from + " does not fill a box " + to)
          .during(operation)
          .remedy("Give two boxes of the same width, height and depth")
          .build();
    }
    checkEnd(operation, to, targetBytes);
  }

  static void checkEnd(String operation, Rect box, long bytes) {
    if (box.end() > bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "a box that ends at " + box.end() + " is not inside " + bytes + " bytes")
          .during(operation)
          .remedy("Stay inside the memory")
          .build();
    }
  }

  static long origin(Slab.Frame frame, Rect box) {
    return triple(frame, box.x(), box.y(), box.z());
  }

  static long region(Slab.Frame frame, Rect box) {
    return triple(frame, box.width(), box.height(), box.depth());
  }

  private static long triple(Slab.Frame frame, long first, long second, long third) {
    MemorySegment three = frame.allocate(3 * Long.BYTES, Long.BYTES);
    three.setAtIndex(ValueLayout.JAVA_LONG, 0, first);
    three.setAtIndex(ValueLayout.JAVA_LONG, 1, second);
    three.setAtIndex(ValueLayout.JAVA_LONG, 2, third);
    return three.address();
  }

  static void checkPattern(String operation, MemorySegment pattern, long offset, long bytes) {
    long size = pattern.byteSize();
    if (size == 0 || size > LARGEST_PATTERN || Long.bitCount(size) != 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a pattern cannot have " + size + " bytes")
          .during(operation)
          .remedy("Give 1, 2, 4, 8, 16, 32, 64 or 128 bytes")
          .build();
    }
    if (offset % size != 0 || bytes % size != 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d bytes at %d are not whole patterns of %d bytes".formatted(bytes, offset, size))
          .during(operation)
          .remedy("Begin at a multiple of the pattern's size and fill a multiple of it")
          .build();
    }
  }
}
