package dev.backplane.api;

import dev.backplane.api.contract.Operation;

/**
 * The ability to have its control words read and written, as OPAE's MMIO and XRT's register access.
 * Offsets are bytes from the start of the device's register space; an access must be aligned to its
 * width.
 */
public interface Registers extends Facet {
  /** {@return how many bytes the register space has} */
  @Operation("ask for the size of the registers of")
  long size();

  /**
   * Reads 32 bits.
   *
   * @param offset a multiple of 4
   * @return the value
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if misaligned, outside, or where
   *     there is no register
   */
  int read32(long offset);

  /**
   * Writes 32 bits.
   *
   * @param offset a multiple of 4
   * @param value what to write
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} as for {@link #read32}
   */
  void write32(long offset, int value);

  /**
   * Reads 64 bits.
   *
   * @param offset a multiple of 8
   * @return the value
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} as for {@link #read32}
   */
  long read64(long offset);

  /**
   * Writes 64 bits.
   *
   * @param offset a multiple of 8
   * @param value what to write
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} as for {@link #read32}
   */
  void write64(long offset, long value);
}
