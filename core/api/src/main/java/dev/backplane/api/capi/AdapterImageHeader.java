package dev.backplane.api.capi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header of an image that is written into a card's flash: {@value #BYTES} bytes, big-endian.
 *
 * @param version the version of the header, {@value #VERSION}
 * @param card the cards that the image is for
 * @param imageOffset where the image itself begins, {@value #BYTES}
 * @param imageLength how many bytes the image itself has
 */
public record AdapterImageHeader(
    int version, AdapterIdentity card, long imageOffset, long imageLength) {
  /** The size of a header, in bytes. */
  public static final int BYTES = 128;

  /** The version that there is. */
  public static final int VERSION = 1;

  // Offsets of its fields; all other bytes are 0.
  private static final int CARD = 8;
  private static final int OFFSET = 16;
  private static final int LENGTH = 24;
  private static final int END = 32;

  /**
   * {@return the header that is put before an image}
   *
   * @param card the cards that the image is for
   * @param imageLength how many bytes the image has
   */
  public static AdapterImageHeader of(AdapterIdentity card, long imageLength) {
    return new AdapterImageHeader(VERSION, card, BYTES, imageLength);
  }

  /**
   * {@return the header at the begin of some bytes, whatever is wrong with it}
   *
   * @param bytes at least {@value #BYTES}
   */
  public static AdapterImageHeader read(byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes, 0, BYTES).order(ByteOrder.BIG_ENDIAN);
    return new AdapterImageHeader(
        word(all, 0),
        new AdapterIdentity(
            word(all, CARD), word(all, CARD + 2), word(all, CARD + 4), word(all, CARD + 6)),
        all.getLong(OFFSET),
        all.getLong(LENGTH));
  }

  private static int word(ByteBuffer all, int offset) {
    return Short.toUnsignedInt(all.getShort(offset));
  }

  /**
   * {@return whether some bytes begin with a header, as far as can be seen: its version is there,
   * and what has to be 0 is}
   *
   * @param bytes any number
   */
  public static boolean isAt(byte[] bytes) {
    if (bytes.length < BYTES || read(bytes).version() != VERSION) {
      return false;
    }
    boolean rest = false;
    for (int i = Short.BYTES; i < BYTES; i++) {
      rest |= bytes[i] != 0 && (i < CARD || i >= END);
    }
    return !rest;
  }

  /** {@return the header as it is written} */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.BIG_ENDIAN)
        .putShort(0, (short) version)
        .putShort(CARD, (short) card.vendor())
        .putShort(CARD + 2, (short) card.device())
        .putShort(CARD + 4, (short) card.subsystemVendor())
        .putShort(CARD + 6, (short) card.subsystem())
        .putLong(OFFSET, imageOffset)
        .putLong(LENGTH, imageLength)
        .array();
  }
}
