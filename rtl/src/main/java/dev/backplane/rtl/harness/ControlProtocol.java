package dev.backplane.rtl.harness;

import java.util.Locale;

/** How a kernel is started and says that it is done (control register 0x00). */
public enum ControlProtocol {
  /** Bit 0 starts; bit 1 says done and is cleared by reading it. */
  AP_CTRL_HS,
  /** The same, and the next run may be queued; bit 4 acknowledges done. */
  AP_CTRL_CHAIN,
  /** Runs on its own, without a start. */
  AP_CTRL_NONE,
  /** Whoever owns the kernel reads and writes its registers as it likes. */
  USER_MANAGED;

  /**
   * The protocol of a kernel description.
   *
   * @param name the value of {@code hwControlProtocol}, for example {@code ap_ctrl_hs}
   * @return the protocol
   * @throws IllegalArgumentException if there is no such protocol
   */
  public static ControlProtocol of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
