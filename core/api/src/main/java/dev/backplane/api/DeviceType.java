package dev.backplane.api;

import org.jspecify.annotations.Nullable;

/**
 * A family of devices, broader than a vendor's device id. The common ones are constants; a driver
 * may name its own.
 *
 * @param name lower-case letters, digits and dashes
 */
public record DeviceType(String name) {
  /** Field-programmable gate arrays, real or in software. */
  public static final DeviceType FPGA = new DeviceType("fpga");

  /** Graphics processors. */
  public static final DeviceType GPU = new DeviceType("gpu");

  /** General-purpose processors. */
  public static final DeviceType CPU = new DeviceType("cpu");

  /** Accelerators of any other kind. */
  public static final DeviceType OTHER = new DeviceType("other");

  /** Checks the name. */
  public DeviceType {
    if (!isName(name)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "device type '" + name + "' is not a lower-case name")
          .remedy("Use letters a-z, digits and dashes, for example 'fpga'")
          .build();
    }
  }

  // By hand: the first regular expression of a process takes longer than all names of a listing.
  private static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isLetter = c >= 'a' && c <= 'z';
      if (!isLetter && (i == 0 || !((c >= '0' && c <= '9') || c == '-'))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  // What a record does by itself is made when it is first asked for, in the middle of a listing.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeviceType type && name.equals(type.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
