package dev.backplane.xclbin.ert;

import org.jspecify.annotations.Nullable;

/**
 * The operation of a command, bits 27 to 23 of the header, and its minimum number of payload words.
 */
public enum Opcode {
  /** Start a compute unit with a register map; also called start kernel. */
  START_CU(0, true, 4),
  /** Configure the embedded scheduler. */
  CONFIGURE(2, false, 5),
  /** End the embedded scheduler. */
  EXIT(3, false, 0),
  /** Abort another command. */
  ABORT(4, false, 2),
  /** Write pairs of register offset and value, then start. */
  EXEC_WRITE(5, true, 6),
  /** Have the scheduler tell what it has done. */
  CU_STAT(6, false, 0),
  /** Copy between buffers by the DMA kernel. */
  START_COPYBO(7, false, 16),
  /** Configure soft kernels. */
  SK_CONFIG(8, false, 1),
  /** Start a soft kernel. */
  SK_START(9, true, 0),
  /** Take soft kernels away; obsolete and refused. */
  SK_UNCONFIG(10, false, 0),
  /** Write a register map without starting, and set time-outs. */
  INIT_CU(11, true, 13),
  /** Start a compute unit behind a fast adapter with a descriptor. */
  START_FA(12, true, 0),
  /** Calibrate the clock of the scheduler. */
  CLK_CALIB(13, false, 0),
  /** Measure the scheduler's accesses. */
  MB_VALIDATE(14, false, 0),
  /** Start with pairs of register offset and value. */
  START_KEY_VAL(15, true, 0),
  /** Test accesses, as control command. */
  ACCESS_TEST_C(16, false, 0),
  /** Test accesses; not taken from hosts. */
  ACCESS_TEST(17, false, 0);

  private static final Opcode[] BY_NUMBER = new Opcode[32];

  static {
    for (Opcode opcode : values()) {
      BY_NUMBER[opcode.number] = opcode;
    }
  }

  private final int number;
  private final boolean masked;
  private final int words;

  Opcode(int number, boolean masked, int words) {
    this.number = number;
    this.masked = masked;
    this.words = words;
  }

  /** {@return the number in the header} */
  public int number() {
    return number;
  }

  /** {@return whether its payload has a mask of compute units and may have extra ones} */
  public boolean hasMasks() {
    return masked;
  }

  /**
   * Tells the fewest payload words that a header alone demands. {@code CONFIGURE} and {@code
   * SK_CONFIG} demand more by what their payload says.
   *
   * @param header the header word
   * @return words after the header
   */
  public int minimumCount(int header) {
    return masked ? 1 + Header.extraMasks(header) + words : words;
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the header
   * @return the opcode, or null if there is none of that number
   */
  public static @Nullable Opcode of(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
  }
}
