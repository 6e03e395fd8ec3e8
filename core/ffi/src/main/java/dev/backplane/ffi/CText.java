package dev.backplane.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Texts of C: bytes in UTF-8 that end with a zero. */
public final class CText {
  private CText() {}

  /**
   * Reads a text that a C function gave, with an end even if the function forgot it.
   *
   * @param address where it begins, of any size; NULL reads as an empty text
   * @param most how many bytes to look at; the rest is left out
   * @return the text
   */
  @SuppressWarnings("restricted") // C says nothing of sizes; the bound is the caller's.
  public static String read(MemorySegment address, int most) {
    if (address.address() == 0) {
      return "";
    }
    MemorySegment bytes = address.byteSize() == 0 ? address.reinterpret(most) : address;
    int length = 0;
    while (length < Math.min(most, bytes.byteSize())
        && bytes.get(ValueLayout.JAVA_BYTE, length) != 0) {
      length++;
    }
    byte[] text = bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    return new String(text, StandardCharsets.UTF_8);
  }

  /**
   * Makes a text for a C function.
   *
   * @param text the text; one with a zero character is refused, for C would see it cut off there
   * @param memory where to put it
   * @return its address
   */
  public static MemorySegment write(String text, SegmentAllocator memory) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a text with a zero character at " + text.indexOf('\0') + " is cut off by C");
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // Not allocateFrom: on the way to a first text it links the accessors of half a dozen layouts.
    MemorySegment copy = memory.allocate(bytes.length + 1L, 1);
    MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, bytes.length);
    copy.asSlice(bytes.length, 1).fill((byte) 0);
    return copy;
  }
}
