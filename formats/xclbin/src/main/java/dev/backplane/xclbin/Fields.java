package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Text and identity fields of fixed size. Text is taken as Latin-1, which maps every byte to a
 * character and back, so that a name in another encoding survives being read and written.
 */
final class Fields {
  private Fields() {}

  /** Reads {@code size} bytes at {@code at} up to the first NUL. */
  static String text(ByteBuffer from, int at, int size) {
    var bytes = new byte[size];
    from.get(at, bytes);
    int length = 0;
    while (length < size && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** Writes text that is to be followed by a NUL within {@code size} bytes; the rest becomes 0. */
  static void text(ByteBuffer to, int at, int size, String text, String what) {
    unterminated(to, at, size, checked(text, size - 1, what));
  }

  /** Writes text that may fill all of its {@code size} bytes. */
  static void unterminated(ByteBuffer to, int at, int size, String text) {
    var bytes = new byte[size];
    byte[] content = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(content, 0, bytes, 0, content.length);
    to.put(at, bytes);
  }

  /** Refuses text that a field of {@code most} characters cannot give back. */
  static String checked(String text, int most, String what) {
    if (text.length() > most) {
      throw new XclbinException(
          XclbinError.BAD_VALUE,
          "%s '%s' has %d characters, the field holds %d; shorten it"
              .formatted(what, text, text.length(), most));
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || text.charAt(i) > 0xff) {
        throw new XclbinException(
            XclbinError.BAD_VALUE,
            "%s '%s' has the character U+%04X at %d, the field holds single bytes other than 0"
                .formatted(what, text, (int) text.charAt(i), i));
      }
    }
    return text;
  }

  /** Reads 16 bytes in file order: the first byte is the first of the printed form. */
  static UUID uuid(ByteBuffer from, int at) {
    return new UUID(Long.reverseBytes(from.getLong(at)), Long.reverseBytes(from.getLong(at + 8)));
  }

  /** Writes 16 bytes in file order. */
  static void uuid(ByteBuffer to, int at, UUID uuid) {
    to.putLong(at, Long.reverseBytes(uuid.getMostSignificantBits()));
    to.putLong(at + 8, Long.reverseBytes(uuid.getLeastSignificantBits()));
  }

  /** Refuses a number that an unsigned field of {@code bits} bits cannot hold. */
  static int unsigned(int value, int bits, String what) {
    if (value < 0 || value >= 1 << bits) {
      throw new XclbinException(
          XclbinError.BAD_VALUE,
          "%s is %d, the field holds 0 to %d".formatted(what, value, (1 << bits) - 1));
    }
    return value;
  }
}
