package dev.backplane.pi.table.device;

import dev.backplane.api.PixelBox;
import dev.backplane.api.Rect;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Converts boxes of bytes and of pixels to the plugin's form: an origin and a region, three numbers
 * each.
 */
final class Boxes {
  private Boxes() {}

  static long origin(Slab.Frame frame, Rect box) {
    return triple(frame, box.x(), box.y(), box.z());
  }

  static long region(Slab.Frame frame, Rect box) {
    return triple(frame, box.width(), box.height(), box.depth());
  }

  static long origin(Slab.Frame frame, PixelBox box) {
    return triple(frame, box.x(), box.y(), box.z());
  }

  static long region(Slab.Frame frame, PixelBox box) {
    return triple(frame, box.width(), box.height(), box.depth());
  }

  private static long triple(Slab.Frame frame, long first, long second, long third) {
    MemorySegment three = frame.allocate(3 * Long.BYTES, Long.BYTES);
    three.setAtIndex(ValueLayout.JAVA_LONG, 0, first);
    three.setAtIndex(ValueLayout.JAVA_LONG, 1, second);
    three.setAtIndex(ValueLayout.JAVA_LONG, 2, third);
    return three.address();
  }
}
