package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** For what kind of device a container was built. */
public enum XclbinMode {
  /** A whole device, programmed at once. */
  FLAT(0),
  /** A partially reconfigurable region of a device. */
  PR(1),
  /** Second stage of a tandem boot. */
  TANDEM_STAGE2(2),
  /** Second stage of a tandem boot with a partially reconfigurable region. */
  TANDEM_STAGE2_WITH_PR(3),
  /** Hardware emulation. */
  HW_EMU(4),
  /** Software emulation. */
  SW_EMU(5),
  /** Hardware emulation of a partially reconfigurable region. */
  HW_EMU_PR(6);

  private final int number;

  XclbinMode(int number) {
    this.number = number;
  }

  /** {@return the number of this mode in the header} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the mode field of a header
   * @return the mode, or empty if the number has no name here
   */
  public static Optional<XclbinMode> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
