package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A memory bank, a group of banks, or the end of a stream.
 *
 * @param typeNumber the number of its {@link MemoryType}, 0 to 255
 * @param used whether kernels use it; unused banks are not allocated from
 * @param sizeKib its size in units of 1024 bytes, unsigned; the route of a stream
 * @param base its address on the device, unsigned; the flow of a stream
 * @param tag its name, at most 15 single-byte characters; a group is {@code MBG[..]}, memory of the
 *     host contains {@code HOST}
 */
public record MemoryBank(int typeNumber, boolean used, long sizeKib, long base, String tag) {
  static final int SIZE = 40;

  private static final int TAG = 24;
  private static final int TAG_SIZE = 16;

  /** Checks that the type fits its field. */
  public MemoryBank {
    Fields.unsigned(typeNumber, 8, "memory type");
  }

  /**
   * A bank that kernels use.
   *
   * @param type what it is made of
   * @param bytes its size in bytes, a multiple of 1024
   * @param base its address on the device
   * @param tag its name, at most 15 characters
   * @return the bank
   * @throws XclbinException if the size is not a multiple of 1024
   */
  public static MemoryBank used(MemoryType type, long bytes, long base, String tag) {
    if (bytes < 0 || bytes % 1024 != 0) {
      throw new XclbinException(
          XclbinError.BAD_VALUE,
          "memory bank '%s' has %d bytes; the format stores multiples of 1024"
              .formatted(tag, bytes));
    }
    return new MemoryBank(type.number(), true, bytes / 1024, base, tag);
  }

  /** {@return what it is made of, empty if the number is not a known one} */
  public Optional<MemoryType> type() {
    return MemoryType.of(typeNumber);
  }

  /** {@return whether it is memory of the host} */
  public boolean host() {
    return tag.contains("HOST");
  }

  /**
   * Gives the size in bytes.
   *
   * @return the size, not negative
   * @throws XclbinException if it is 2^63 bytes or more
   */
  public long sizeBytes() {
    if (Long.compareUnsigned(sizeKib, Long.MAX_VALUE / 1024) > 0) {
      throw new XclbinException(
          XclbinError.BAD_SECTION,
          "memory bank '%s' says a size of %s KiB, which no memory has; build the file again"
              .formatted(tag, Long.toUnsignedString(sizeKib)));
    }
    return sizeKib * 1024;
  }

  static MemoryBank read(ByteBuffer from) {
    return new MemoryBank(
        Byte.toUnsignedInt(from.get(0)),
        from.get(1) != 0,
        from.getLong(8),
        from.getLong(16),
        Fields.text(from, TAG, TAG_SIZE));
  }

  void write(ByteBuffer to) {
    to.put(0, (byte) typeNumber);
    to.put(1, (byte) (used ? 1 : 0));
    to.putLong(8, sizeKib);
    to.putLong(16, base);
    Fields.text(to, TAG, TAG_SIZE, tag, "memory tag");
  }
}
