package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Registers that are mapped into the process. Each access is one of its width, in the order of the
 * program. After closing there is nothing any more to be accessed, and nobody is at it.
 */
final class MappedWords {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final String device;

  MappedWords(long address, long bytes, String device) {
    memory = RawMemory.at(address, bytes, arena);
    this.device = device;
  }

  MemorySegment memory() {
    return memory;
  }

  long read64(long offset) {
    try {
      return (long) LONG.getVolatile(memory, offset);
    } catch (IllegalStateException e) {
      throw closed(e);
    }
  }

  void write64(long offset, long value) {
    try {
      LONG.setVolatile(memory, offset, value);
    } catch (IllegalStateException e) {
      throw closed(e);
    }
  }

  int read32(long offset) {
    try {
      return (int) INT.getVolatile(memory, offset);
    } catch (IllegalStateException e) {
      throw closed(e);
    }
  }

  void write32(long offset, int value) {
    try {
      INT.setVolatile(memory, offset, value);
    } catch (IllegalStateException e) {
      throw closed(e);
    }
  }

  private BackplaneException closed(IllegalStateException cause) {
    return BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
        .on(device)
        .causedBy(cause)
        .build();
  }

  void close() {
    arena.close();
  }
}
