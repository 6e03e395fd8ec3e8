package dev.backplane.capi.card.config;

/** The platform on which the host's system runs. */
public enum Platform {
  /** The machine itself. */
  BARE_METAL,
  /** A partition of PowerVM, whose hypervisor writes the flash of cards (document, section 2). */
  POWERVM
}
