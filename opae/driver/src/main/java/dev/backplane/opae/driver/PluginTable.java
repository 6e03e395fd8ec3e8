package dev.backplane.opae.driver;

import dev.backplane.ffi.CText;
import dev.backplane.opae.abi.TableLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory that a plugin fills with its functions. It has room for more than any layout, because
 * a plugin may have been built for another one than is expected, and writes where that has slots.
 */
final class PluginTable {
  private static final long BYTES = 4096;

  private final MemorySegment memory;

  /**
   * A table in which no function is, but what a plugin needs to find its own functions.
   *
   * @param path what it was loaded by
   * @param handle the dynamic linker's handle of it
   * @param life how long it is there
   */
  PluginTable(String path, long handle, Arena life) {
    memory = life.allocate(BYTES, 64);
    memory.set(ValueLayout.ADDRESS, TableLayout.PATH, CText.write(path, life));
    memory.set(ValueLayout.JAVA_LONG, TableLayout.LINKER_HANDLE, handle);
  }

  long address() {
    return memory.address();
  }

  /** {@return the function at an offset; 0 if there is none} */
  long at(long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  /** {@return the offsets that are filled, in order} */
  List<Long> filled() {
    List<Long> offsets = new ArrayList<>();
    for (long offset = TableLayout.FIRST_SLOT; offset < BYTES; offset += Long.BYTES) {
      if (at(offset) != 0) {
        offsets.add(offset);
      }
    }
    return offsets;
  }
}
