package dev.backplane.rtl.harness;

import java.util.Locale;

/**
 * The protocol by which a kernel is started and signals that it is done (control register 0x00).
 */
public enum ControlProtocol {
  /** Bit 0 starts the kernel; bit 1 is done and is cleared by a read. */
  AP_CTRL_HS,
  /** The same with pipelined starts: the next run may be queued; bit 4 acknowledges done. */
  AP_CTRL_CHAIN,
  /** The kernel is free-running, without a start. */
  AP_CTRL_NONE,
  /** The host controls the kernel through its registers, or by what its bus has for it. */
  USER_MANAGED,
  /**
   * The host finds an accelerator of OPAE by the feature header at 0, and reads and writes its
   * registers at any time.
   */
  MMIO;

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
