package dev.backplane.api;

import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * One of the spaces of a device's control words, as OPAE's numbered MMIO spaces. Offsets are bytes
 * from its start; an access must be aligned to its width. Lives as long as the device. Safe for use
 * by several threads.
 */
public interface RegisterSpace {
  /** The number of bytes of an access of 512 bits. */
  int WIDE_BYTES = 64;

  /** {@return how many bytes the space has} */
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

  /** {@return whether {@link #read512} and {@link #write512} do what they say} */
  @Operation("ask for the widest access to")
  default boolean isWide() {
    return false;
  }

  /**
   * Reads 512 bits in one access.
   *
   * @param offset a multiple of 64
   * @param target {@value #WIDE_BYTES} bytes, which are filled
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} unless {@link #isWide}; {@link
   *     ErrorCode#OUT_OF_RANGE} as for {@link #read32}; {@link ErrorCode#INVALID_ARGUMENT} for
   *     memory of another size
   */
  default void read512(long offset, @Out MemorySegment target) {
    throw narrow();
  }

  /**
   * Writes 512 bits in one access.
   *
   * @param offset a multiple of 64
   * @param source {@value #WIDE_BYTES} bytes
   * @throws BackplaneException as for {@link #read512}
   */
  default void write512(long offset, @In MemorySegment source) {
    throw narrow();
  }

  /**
   * Maps the space into the memory of the process, for accesses without a call.
   *
   * @return the words, {@link #size} bytes, which must not be used after the device was closed;
   *     empty where the device does not allow that
   */
  @Local
  @Operation("map the registers of")
  default Optional<MemorySegment> map() {
    return Optional.empty();
  }

  private static BackplaneException narrow() {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "these registers have no access of 512 bits")
        .remedy("Use accesses of 64 bits, or ask isWide() of another space")
        .build();
  }
}
