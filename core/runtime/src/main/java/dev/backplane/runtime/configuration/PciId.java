package dev.backplane.runtime.configuration;

/**
 * The ids of a PCI device, or a pattern of such.
 *
 * @param vendor its vendor
 * @param device its device
 * @param subsystemVendor the vendor of its subsystem
 * @param subsystemDevice the device of its subsystem
 */
record PciId(int vendor, int device, int subsystemVendor, int subsystemDevice) {
  /** Stands for every number in a pattern; no device has it. */
  static final int ANY = 0xffff;

  /** {@return whether this is a pattern of a device} */
  boolean matches(PciId present) {
    return fits(vendor, present.vendor)
        && fits(device, present.device)
        && fits(subsystemVendor, present.subsystemVendor)
        && fits(subsystemDevice, present.subsystemDevice);
  }

  private static boolean fits(int pattern, int number) {
    return pattern == ANY || pattern == number;
  }
}
