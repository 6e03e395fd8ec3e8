package dev.backplane.opae.abi;

import org.jspecify.annotations.Nullable;

/**
 * A field of {@link FpgaProperties}: the bit that says whether it is set, where it lies, how many
 * bytes it has. Fields that only devices or only accelerators have share bits and bytes.
 */
public enum PropertyField {
  /** The token of the device that an accelerator is a part of. */
  PARENT(0, 72, 8, null),
  /** Device or accelerator. */
  OBJECT_TYPE(1, 80, 4, null),
  /** PCI segment. */
  SEGMENT(2, 84, 2, null),
  /** PCI bus. */
  BUS(3, 86, 1, null),
  /** PCI device. */
  DEVICE(4, 87, 1, null),
  /** PCI function. */
  FUNCTION(5, 88, 1, null),
  /** The processor's socket. */
  SOCKET_ID(6, 89, 1, null),
  /** PCI vendor id. */
  VENDOR_ID(7, 104, 2, null),
  /** PCI device id. */
  DEVICE_ID(8, 106, 2, null),
  /** Interface or accelerator id. */
  GUID(9, 56, 16, null),
  /** The driver's number. */
  OBJECT_ID(10, 96, 8, null),
  /** Number of error registers. */
  NUM_ERRORS(11, 108, 4, null),
  /** The system's interface to the resource, such as DFL or VFIO, as a number of OPAE. */
  INTERFACE(12, 112, 4, null),
  /** PCI subsystem vendor id. */
  SUBSYSTEM_VENDOR_ID(13, 116, 2, null),
  /** PCI subsystem device id. */
  SUBSYSTEM_DEVICE_ID(14, 118, 2, null),
  /**
   * The host: a text of up to 255 bytes. Not in OPAE: it lies behind the fields that its plugins
   * know.
   */
  HOST(15, 144, 256, null),
  /** The family of devices: a text of up to 31 bytes. Not in OPAE either. */
  DEVICE_TYPE(16, 400, 32, null),
  /** Number of slots. */
  NUM_SLOTS(32, 120, 4, TokenHeader.DEVICE),
  /** Id of the static part. */
  BBS_ID(33, 128, 8, TokenHeader.DEVICE),
  /** Version of the static part. */
  BBS_VERSION(34, 136, 4, TokenHeader.DEVICE),
  /** Assigned or free. */
  STATE(32, 120, 4, TokenHeader.ACCELERATOR),
  /** Number of register spaces. */
  NUM_MMIO(33, 124, 4, TokenHeader.ACCELERATOR),
  /** Number of interrupts. */
  NUM_INTERRUPTS(34, 128, 4, TokenHeader.ACCELERATOR);

  private final long bit;
  private final int offset;
  private final int bytes;
  private final @Nullable Integer objectType;

  PropertyField(int bit, int offset, int bytes, @Nullable Integer objectType) {
    this.bit = 1L << bit;
    this.offset = offset;
    this.bytes = bytes;
    this.objectType = objectType;
  }

  /** {@return the bit that says that it is set} */
  long bit() {
    return bit;
  }

  int offset() {
    return offset;
  }

  int bytes() {
    return bytes;
  }

  /** {@return the object type that alone has the field; null if both have it} */
  @Nullable Integer objectType() {
    return objectType;
  }

  /** {@return whether it is a number of at most 64 bits} */
  boolean isNumber() {
    return bytes <= Long.BYTES;
  }

  /** {@return as much of a number as the field holds} */
  long cut(long value) {
    return bytes == Long.BYTES ? value : value & ((1L << (bytes * Byte.SIZE)) - 1);
  }
}
