package dev.backplane.capi.card.flash;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.ffi.ScatteredCopy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A {@code struct cxl_adapter_image}.
 *
 * @param header where the image's header comes from
 * @param data the address of the chunk
 * @param length its bytes
 * @param imageLength the bytes of all chunks
 */
record AdapterImage(Header header, long data, long length, long imageLength) {
  static final int BYTES = 64;

  private static final long NEED_HEADER = 1;
  private static final int DATA = 8;
  private static final int LENGTH = 16;
  private static final int IMAGE_LENGTH = 24;
  private static final int RESERVED = 32;

  /** Reads one, as the kernel checks it before it does anything. */
  static AdapterImage read(MemorySegment bytes) {
    if (bytes.byteSize() < BYTES) {
      throw refused("it has %d bytes, not %d".formatted(bytes.byteSize(), BYTES));
    }
    for (int at = RESERVED; at < BYTES; at += Long.BYTES) {
      if (word(bytes, at) != 0) {
        throw refused("its reserved field at %d is not 0".formatted(at));
      }
    }
    long flags = word(bytes, 0);
    if ((flags & ~NEED_HEADER) != 0) {
      throw refused("its flags 0x%x have others than 0x%x".formatted(flags, NEED_HEADER));
    }
    return new AdapterImage(
        flags == 0 ? Header.AS_GIVEN : Header.PREPENDED,
        word(bytes, DATA),
        word(bytes, LENGTH),
        word(bytes, IMAGE_LENGTH));
  }

  private static long word(MemorySegment bytes, long at) {
    return bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
  }

  private static BackplaneException refused(String problem) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "the struct cxl_adapter_image is wrong: " + problem)
        .during("write the flash")
        .build();
  }

  /**
   * Copies the chunk, which may be at any address, to memory of its length.
   *
   * @throws BackplaneException {@link ErrorCode#ADDRESS_FAULT} if it cannot be read
   */
  void copyTo(MemorySegment chunk) {
    try (ScatteredCopy copy = new ScatteredCopy(1)) {
      copy.add(chunk.address(), data, length);
      if (copy.read(AddressSpace.OWN, 0) != 1) {
        throw BackplaneException.because(
                ErrorCode.ADDRESS_FAULT, "%d bytes at 0x%x cannot be read".formatted(length, data))
            .during("write the flash")
            .remedy("Let data point to a chunk of len_data bytes")
            .build();
      }
    }
  }
}
