package dev.backplane.xclbin.ert;

/**
 * Pairs of register offset and value, as {@link Opcode#START_KEY_VAL} has them behind its masks and
 * {@link Opcode#EXEC_WRITE} behind six reserved words more.
 */
public final class KeyValues {
  private static final int EXEC_WRITE_RESERVED = 6;

  private KeyValues() {}

  /**
   * {@return which payload word the first offset is}
   *
   * @param header the packet's header
   */
  public static int first(int header) {
    int reserved =
        Header.opcodeNumber(header) == Opcode.EXEC_WRITE.number() ? EXEC_WRITE_RESERVED : 0;
    return CuMasks.number(header) + reserved;
  }

  /**
   * {@return how many pairs there are}
   *
   * @param header the header of a packet that {@link PacketRules} took
   */
  public static int pairs(int header) {
    return (Header.count(header) - first(header)) / 2;
  }

  /**
   * {@return the register offset of a pair}
   *
   * @param packet the packet
   * @param pair 0 for the first
   */
  public static int offset(Packet packet, int pair) {
    return packet.word(first(packet.header()) + 2 * pair);
  }

  /**
   * {@return the value of a pair}
   *
   * @param packet the packet
   * @param pair 0 for the first
   */
  public static int value(Packet packet, int pair) {
    return packet.word(first(packet.header()) + 2 * pair + 1);
  }
}
