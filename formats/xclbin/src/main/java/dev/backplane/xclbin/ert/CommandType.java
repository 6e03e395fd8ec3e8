package dev.backplane.xclbin.ert;

import org.jspecify.annotations.Nullable;

/**
 * The receiver of a command, bits 31 to 28 of the header. The scheduler overwrites it on starts.
 */
public enum CommandType {
  /** Not said. */
  DEFAULT(0),
  /** The scheduler in the driver answers it by itself. */
  KDS_LOCAL(1),
  /** Controls the embedded scheduler; goes through slot 0. */
  CTRL(2),
  /** For a compute unit. */
  CU(3),
  /** For a soft kernel. */
  SCU(4);

  private static final CommandType[] BY_NUMBER = values();

  private final int number;

  CommandType(int number) {
    this.number = number;
  }

  /** {@return the number in the header} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the header
   * @return the type, or null if there is none of that number
   */
  public static @Nullable CommandType of(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
  }
}
