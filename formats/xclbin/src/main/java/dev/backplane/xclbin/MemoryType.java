package dev.backplane.xclbin;

import java.util.Arrays;
import java.util.Optional;

/** The type of a memory bank. */
public enum MemoryType {
  /** DDR3 memory. */
  DDR3(0),
  /** DDR4 memory. */
  DDR4(1),
  /** Some other dynamic memory. */
  DRAM(2),
  /** A stream, not a memory: size and base are route and flow. */
  STREAMING(3),
  /** Memory allocated before the kernel runs. */
  PREALLOCATED_GLOB(4),
  /** Aurora link memory. */
  ARE(5),
  /** High bandwidth memory. */
  HBM(6),
  /** Block RAM. */
  BRAM(7),
  /** Ultra RAM. */
  URAM(8),
  /** A connection between two streams. */
  STREAMING_CONNECTION(9),
  /** Memory of the host. */
  HOST(10),
  /** Memory of a kernel on the board's processor. */
  PS_KERNEL(11);

  private final int number;

  MemoryType(int number) {
    this.number = number;
  }

  /** {@return the number of this memory type in the format} */
  public int number() {
    return number;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the format
   * @return the memory type, or empty if the number has no name here
   */
  public static Optional<MemoryType> of(int number) {
    return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
  }
}
