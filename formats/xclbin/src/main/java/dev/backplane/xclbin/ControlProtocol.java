package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** The protocol by which a compute unit is started and finished. */
public enum ControlProtocol {
  /** Start, wait for done, start again. */
  AP_CTRL_HS(0),
  /** Start again as soon as the unit is ready; done is acknowledged. */
  AP_CTRL_CHAIN(1),
  /** Never started: free running, or driven by its user. */
  AP_CTRL_NONE(2),
  /** AI engine protocol. */
  AP_CTRL_ME(3),
  /** Queued adapter. */
  ACCEL_ADAPTER(4),
  /** Fast adapter that takes descriptors. */
  FAST_ADAPTER(5);

  private final int number;

  ControlProtocol(int number) {
    this.number = number;
  }

  /** {@return the number of this protocol in the format} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the format
   * @return the protocol, or empty if the number has no name here
   */
  public static Optional<ControlProtocol> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
