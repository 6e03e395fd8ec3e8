package dev.backplane.xrt.driver;

import java.util.Locale;

/** The kind of devices behind the library: real or emulated. */
enum Emulation {
  /** Cards in this machine. */
  NONE,
  /** XRT's shim that completes everything at once and computes nothing. */
  NOOP,
  /** A device process that the image brings, or that serves already. */
  HW_EMU;

  /** {@return how the configuration and {@code XCL_EMULATION_MODE} write it} */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
