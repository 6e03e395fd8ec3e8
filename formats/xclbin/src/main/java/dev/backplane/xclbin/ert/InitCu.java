package dev.backplane.xclbin.ert;

/** Registers of compute units set once, and time-outs ({@link Opcode#INIT_CU}). */
public final class InitCu {
  static final int MASKS = 8;

  private InitCu() {}

  /**
   * {@return how long a run may take, in microseconds; 0 for ever}
   *
   * @param packet the packet
   */
  public static long runTimeout(Packet packet) {
    return packet.word(0) & 0xffff_ffffL;
  }

  /**
   * {@return how long a reset of a unit may take, in microseconds}
   *
   * @param packet the packet
   */
  public static long resetTimeout(Packet packet) {
    return packet.word(1) & 0xffff_ffffL;
  }

  /**
   * {@return which payload word the register map begins with; its first four are not written}
   *
   * @param header the packet's header
   */
  public static int registerMap(int header) {
    return MASKS + CuMasks.number(header);
  }

  /**
   * {@return how many words the register map has, control block included}
   *
   * @param header the packet's header
   */
  public static int registers(int header) {
    return Header.count(header) - registerMap(header);
  }
}
