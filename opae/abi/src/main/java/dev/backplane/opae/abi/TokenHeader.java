package dev.backplane.opae.abi;

import dev.backplane.ffi.RawMemory;
import java.util.UUID;

/**
 * The header of every token of a plugin. The library reads it to find parents and to know what a
 * token stands for.
 *
 * @param vendorId PCI vendor id
 * @param deviceId PCI device id
 * @param segment PCI segment
 * @param bus PCI bus
 * @param device PCI device
 * @param function PCI function
 * @param hostInterface how the system serves it, a number of {@code fpga_interface}
 * @param objectType {@link #DEVICE} or {@link #ACCELERATOR}
 * @param objectId the plugin's number for it
 * @param guid its interface or accelerator id
 * @param subsystemVendorId PCI subsystem vendor id
 * @param subsystemDeviceId PCI subsystem device id
 */
public record TokenHeader(
    int vendorId,
    int deviceId,
    int segment,
    int bus,
    int device,
    int function,
    int hostInterface,
    int objectType,
    long objectId,
    UUID guid,
    int subsystemVendorId,
    int subsystemDeviceId) {
  /** The size of a header in bytes. */
  public static final long BYTES = 64;

  /** The object type of a device. */
  public static final int DEVICE = 0;

  /** The object type of an accelerator. */
  public static final int ACCELERATOR = 1;

  /**
   * Reads the header of a token.
   *
   * @param token the plugin's token, not null
   * @return what it says
   */
  public static TokenHeader read(long token) {
    return new TokenHeader(
        unsigned16(token + 8),
        unsigned16(token + 10),
        unsigned16(token + 12),
        Byte.toUnsignedInt(RawMemory.getByte(token + 14)),
        Byte.toUnsignedInt(RawMemory.getByte(token + 15)),
        Byte.toUnsignedInt(RawMemory.getByte(token + 16)),
        RawMemory.getInt(token + 20),
        RawMemory.getInt(token + 24),
        RawMemory.getLong(token + 32),
        Guid.read(token + 40),
        unsigned16(token + 56),
        unsigned16(token + 58));
  }

  private static int unsigned16(long address) {
    return RawMemory.getInt(address) & 0xFFFF;
  }
}
