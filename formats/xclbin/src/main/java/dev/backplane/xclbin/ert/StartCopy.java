package dev.backplane.xclbin.ert;

/**
 * A copy between buffers by the DMA kernel ({@link Opcode#START_COPYBO}): four masks, four reserved
 * words, source, target, size.
 */
public final class StartCopy {
  /** The number of which addresses and sizes are multiples. */
  public static final int BLOCK = 64;

  /** The number of its payload words. */
  public static final int COUNT = 16;

  static final int SOURCE = 8;
  static final int TARGET = 11;
  static final int SIZE = 14;

  private StartCopy() {}

  /**
   * Writes a copy between device addresses.
   *
   * @param packet where
   * @param source the first byte to read
   * @param target the first byte to write
   * @param bytes how many
   */
  public static void encode(Packet packet, long source, long target, long bytes) {
    for (int i = 0; i < COUNT; i++) {
      packet.word(i, 0);
    }
    packet.pair(SOURCE, source);
    packet.pair(TARGET, target);
    packet.pair(SIZE, bytes);
    packet.header(
        Header.withExtraMasks(Header.of(Opcode.START_COPYBO, CommandType.DEFAULT, COUNT), 3));
  }

  /**
   * {@return the device address to copy from}
   *
   * @param packet the packet
   */
  public static long source(Packet packet) {
    return packet.pair(SOURCE);
  }

  /**
   * {@return the handle of the buffer to copy from; 0 if the address is meant}
   *
   * @param packet the packet
   */
  public static int sourceHandle(Packet packet) {
    return packet.word(SOURCE + 2);
  }

  /**
   * {@return the device address to copy to}
   *
   * @param packet the packet
   */
  public static long target(Packet packet) {
    return packet.pair(TARGET);
  }

  /**
   * {@return the handle of the buffer to copy to; 0 if the address is meant}
   *
   * @param packet the packet
   */
  public static int targetHandle(Packet packet) {
    return packet.word(TARGET + 2);
  }

  /**
   * {@return how many bytes to copy}
   *
   * @param packet the packet
   */
  public static long bytes(Packet packet) {
    return packet.pair(SIZE);
  }
}
