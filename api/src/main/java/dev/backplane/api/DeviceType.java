package dev.backplane.api;

import java.util.regex.Pattern;

/**
 * A family of devices, broader than a vendor's device id. The common ones are constants; a driver
 * may name its own.
 *
 * @param name lower-case letters, digits and dashes
 */
public record DeviceType(String name) {
  // Before the constants, whose making checks against it.
  private static final Pattern SHAPE = Pattern.compile("[a-z][a-z0-9-]*");

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
    if (!SHAPE.matcher(name).matches()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "device type '" + name + "' is not a lower-case name")
          .remedy("Use letters a-z, digits and dashes, for example 'fpga'")
          .build();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
