package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;

/**
 * The registers of a context, as clients ask for them. Safe for use by several threads.
 *
 * @param space the registers
 */
record ServedRegisters(RegisterSpace space) {
  /**
   * Reads or writes one.
   *
   * @param width 4 or 8 bytes
   * @return what was read; 0 of a write
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for another width, and what the
   *     access itself throws
   */
  long access(boolean isWrite, int width, long offset, long value) {
    boolean isWide = width == Long.BYTES;
    if (!isWide && width != Integer.BYTES) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a register has no %d bytes".formatted(width))
          .during("access a register")
          .remedy("Use 4 or 8 bytes")
          .build();
    }
    if (!isWrite) {
      return isWide ? space.read64(offset) : Integer.toUnsignedLong(space.read32(offset));
    }
    if (isWide) {
      space.write64(offset, value);
    } else {
      space.write32(offset, (int) value);
    }
    return 0;
  }
}
