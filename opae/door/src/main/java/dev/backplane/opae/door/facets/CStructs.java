package dev.backplane.opae.door.facets;

import dev.backplane.ffi.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Fields of structures that a program has the library fill. */
final class CStructs {
  private CStructs() {}

  /** Puts a text into a field, cut so that its zero fits. */
  static void putText(long at, int bytes, String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment field = RawMemory.at(at, bytes);
    field.fill((byte) 0);
    MemorySegment.copy(
        content, 0, field, ValueLayout.JAVA_BYTE, 0, Math.min(content.length, bytes - 1));
  }

  static void putBoolean(long at, boolean value) {
    RawMemory.at(at, 1).set(ValueLayout.JAVA_BYTE, 0, (byte) (value ? 1 : 0));
  }
}
