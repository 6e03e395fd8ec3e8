package dev.backplane.capi.card.descriptor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A configuration record of an AFU: little-endian, and laid out as the configuration space of a PCI
 * function.
 *
 * @param bytes all of it, at least 12
 */
public record ConfigurationRecord(ByteBuffer bytes) {
  private static final int CLASS_REVISION = 8;
  private static final int LEAST_BYTES = 12;

  /** Keeps a read-only view. */
  public ConfigurationRecord {
    if (bytes.remaining() < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "a configuration record has %d bytes, fewer than %d"
              .formatted(bytes.remaining(), LEAST_BYTES));
    }
    bytes = bytes.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** {@return the vendor} */
  public int vendor() {
    return Short.toUnsignedInt(bytes.getShort(0));
  }

  /** {@return the device} */
  public int device() {
    return Short.toUnsignedInt(bytes.getShort(Short.BYTES));
  }

  /** {@return the class code, of 24 bits} */
  public int classCode() {
    return bytes.getInt(CLASS_REVISION) >>> Byte.SIZE;
  }
}
