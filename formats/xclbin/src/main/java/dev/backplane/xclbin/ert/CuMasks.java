package dev.backplane.xclbin.ert;

/**
 * The masks of compute units that payloads of starts begin with: bit {@code i} of mask {@code m} is
 * the compute unit of index {@code 32 m + i}. In {@link Opcode#INIT_CU} they come after the
 * time-outs.
 */
public final class CuMasks {
  /** The most compute units that masks can name. */
  public static final int UNITS = 128;

  private CuMasks() {}

  /**
   * {@return how many masks a packet has: 1 to 4}
   *
   * @param header the packet's header
   */
  public static int number(int header) {
    return 1 + Header.extraMasks(header);
  }

  /**
   * {@return which payload word the first mask is}
   *
   * @param opcode what the packet asks for
   */
  public static int first(Opcode opcode) {
    return opcode == Opcode.INIT_CU ? InitCu.MASKS : 0;
  }

  /**
   * {@return whether a packet names a compute unit}
   *
   * @param packet one that {@link PacketRules} took
   * @param opcode what it asks for
   * @param unit its index
   */
  public static boolean names(Packet packet, Opcode opcode, int unit) {
    int mask = unit >>> 5;
    return mask < number(packet.header())
        && (packet.word(first(opcode) + mask) & (1 << (unit & 31))) != 0;
  }
}
