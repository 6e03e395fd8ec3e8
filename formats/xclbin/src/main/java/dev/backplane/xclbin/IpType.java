package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** The type of a block in IP_LAYOUT. */
public enum IpType {
  /** A processor. */
  MB(0),
  /** A compute unit. */
  KERNEL(1),
  /** Checks a board's identity. */
  DNASC(2),
  /** A DDR4 controller. */
  DDR4_CONTROLLER(3),
  /** A DDR4 memory. */
  MEM_DDR4(4),
  /** A high bandwidth memory. */
  MEM_HBM(5),
  /** A high bandwidth memory with error correction. */
  MEM_HBM_ECC(6),
  /** A kernel on the board's processor. */
  PS_KERNEL(7);

  private final int number;

  IpType(int number) {
    this.number = number;
  }

  /** {@return the number of this block type in the format} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the format
   * @return the block type, or empty if the number has no name here
   */
  public static Optional<IpType> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
