package dev.backplane.xclbin.ert;

/** A packet that cannot be taken. The message names the byte offset, the word and its value. */
public final class PacketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final PacketError code;
  private final long offset;

  PacketException(PacketError code, long offset, String problem) {
    super("command packet " + code + " at byte " + offset + ": " + problem);
    this.code = code;
    this.offset = offset;
  }

  /** {@return what kind of failure this is} */
  public PacketError code() {
    return code;
  }

  /** {@return the byte, counted from the header, of the word that is wrong} */
  public long offset() {
    return offset;
  }
}
