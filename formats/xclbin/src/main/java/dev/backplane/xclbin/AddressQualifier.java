package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** The kind of a kernel argument. */
public enum AddressQualifier {
  /** A value in the register map. */
  SCALAR(0),
  /** A pointer into a memory bank. */
  GLOBAL(1),
  /** A pointer to constant memory. */
  CONSTANT(2),
  /** Memory inside the kernel. */
  LOCAL(3),
  /** A stream. */
  STREAM(4);

  private final int number;

  AddressQualifier(int number) {
    this.number = number;
  }

  /** {@return the number of this qualifier in the format} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the format
   * @return the qualifier, or empty if the number has no name here
   */
  public static Optional<AddressQualifier> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
