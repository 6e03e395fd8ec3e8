package dev.backplane.drivers.capi.config;

/** What the system of the host runs on. */
public enum Platform {
  /** The machine itself. */
  BARE_METAL,
  /** A partition of PowerVM, whose hypervisor writes the flash of cards (document, section 2). */
  POWERVM
}
