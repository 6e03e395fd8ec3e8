package dev.backplane.xclbin.ert;

/** Asks for the end of another command ({@link Opcode#ABORT}). */
public final class Abort {
  private Abort() {}

  /**
   * Writes it.
   *
   * @param packet where
   * @param handle the buffer of the command to abort; in a slot of the queue, that command's slot
   */
  public static void encode(Packet packet, long handle) {
    packet.pair(0, handle);
    packet.header(Header.of(Opcode.ABORT, CommandType.CTRL, 2));
  }

  /**
   * {@return the buffer or slot of the command to abort}
   *
   * @param packet the packet
   */
  public static long handle(Packet packet) {
    return packet.pair(0);
  }
}
