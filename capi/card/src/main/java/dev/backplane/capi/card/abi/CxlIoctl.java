package dev.backplane.capi.card.abi;

/** The ioctls of the nodes below {@code /dev/cxl} (document, "ioctl"). */
public enum CxlIoctl {
  /** Starts a context, with {@link StartWorkBytes}. */
  START_WORK(0x00, 64, true),
  /** Asks for the number of a context: 32 bits. */
  GET_PROCESS_ELEMENT(0x01, 4, false),
  /** Asks which AFU a node is of. */
  GET_AFU_ID(0x02, 64, false),
  /** Writes a part of an image to a card. */
  DOWNLOAD_IMAGE(0x0A, 64, true),
  /** Compares a part of an image with what was written. */
  VALIDATE_IMAGE(0x0B, 64, true);

  private static final int LETTER = 0xCA;

  private final int number;
  private final int bytes;
  private final boolean writes;

  CxlIoctl(int number, int bytes, boolean writes) {
    this.number = number;
    this.bytes = bytes;
    this.writes = writes;
  }

  /** {@return how many bytes its argument has} */
  public int bytes() {
    return bytes;
  }

  /** {@return its number on machines of an encoding} */
  public long number(IoctlEncoding encoding) {
    return writes
        ? encoding.writing(LETTER, number, bytes)
        : encoding.reading(LETTER, number, bytes);
  }
}
