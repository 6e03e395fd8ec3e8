package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** The part that a clock drives. */
public enum ClockType {
  /** Nothing. */
  UNUSED(0),
  /** Kernel data paths. */
  DATA(1),
  /** The kernel's second clock. */
  KERNEL(2),
  /** The system. */
  SYSTEM(3);

  private final int number;

  ClockType(int number) {
    this.number = number;
  }

  /** {@return the number of this clock type in the format} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the format
   * @return the clock type, or empty if the number has no name here
   */
  public static Optional<ClockType> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
