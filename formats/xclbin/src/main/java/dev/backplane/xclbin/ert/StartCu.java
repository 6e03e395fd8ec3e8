package dev.backplane.xclbin.ert;

/**
 * The start of a compute unit ({@link Opcode#START_CU}): masks, then the register map from offset 0
 * on. Its first four words stand for the control block and are not written to the unit.
 */
public final class StartCu {
  /** Words of the register map that are not written: control, and three of interrupts. */
  public static final int CONTROL_WORDS = 4;

  private StartCu() {}

  /**
   * Writes everything but the arguments: header, no extra masks, and an empty control block. Write
   * the arguments after it and call {@link #publish} last.
   *
   * @param packet where
   * @param units the mask of compute units 0 to 31
   * @param registers how many words the register map has, control block included; at least 4
   * @return the header to publish
   */
  public static int encode(Packet packet, int units, int registers) {
    packet.word(0, units);
    for (int i = 0; i < CONTROL_WORDS; i++) {
      packet.word(1 + i, 0);
    }
    return Header.of(Opcode.START_CU, CommandType.CU, 1 + Math.max(registers, CONTROL_WORDS));
  }

  /**
   * Writes a 32-bit argument.
   *
   * @param packet one with no extra masks
   * @param offset its byte offset in the unit's register map, 0x10 or more
   * @param value the argument
   */
  public static void argument(Packet packet, int offset, int value) {
    packet.word(1 + offset / Integer.BYTES, value);
  }

  /**
   * Writes a 64-bit argument, the lower half first.
   *
   * @param packet one with no extra masks
   * @param offset its byte offset in the unit's register map, 0x10 or more
   * @param value the argument
   */
  public static void argument(Packet packet, int offset, long value) {
    packet.pair(1 + offset / Integer.BYTES, value);
  }

  /**
   * Makes a packet visible to who looks at its header.
   *
   * @param packet where
   * @param header what {@link #encode} gave
   */
  public static void publish(Packet packet, int header) {
    packet.header(header);
  }

  /**
   * {@return which payload word the register map begins with}
   *
   * @param header the packet's header
   */
  public static int registerMap(int header) {
    return CuMasks.number(header);
  }

  /**
   * {@return how many words the register map has, control block included}
   *
   * @param header the packet's header
   */
  public static int registers(int header) {
    return Header.count(header) - CuMasks.number(header);
  }
}
