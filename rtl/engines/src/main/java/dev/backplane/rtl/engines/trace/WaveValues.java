package dev.backplane.rtl.engines.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The texts of values, as {@link WaveTrace} describes them. */
final class WaveValues {
  /** The digits of a value that is only looked at from afar. */
  static final int SHORT = 256;

  private final boolean littleEndian;

  WaveValues(boolean littleEndian) {
    this.littleEndian = littleEndian;
  }

  /**
   * {@return the text of a value}
   *
   * @param most as many digits, from the highest on, are in the text
   */
  String text(WaveSignal signal, FstValue value, int most) {
    return switch (signal.kind()) {
      case TEXT -> "r";
      case REAL -> "r" + (isNothing(value) ? "" : Double.toString(real(value)));
      case BITS -> bits(value, most);
    };
  }

  private static boolean isNothing(FstValue value) {
    for (int i = 0; i < value.width(); i++) {
      if (value.digit(i) != 'x') {
        return false;
      }
    }
    return true;
  }

  /** A real number is its eight bytes, or as many bits as it has. */
  double real(FstValue value) {
    if (value.width() == Double.BYTES) {
      return ByteBuffer.wrap(value.digits())
          .order(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
          .getDouble();
    }
    long bits = 0;
    for (int i = 0; i < value.width(); i++) {
      bits = bits << 1 | (value.digit(i) == '1' ? 1 : 0);
    }
    return Double.longBitsToDouble(bits);
  }

  private static String bits(FstValue value, int most) {
    int width = value.width();
    if (!value.isKnown()) {
      // A damaged file may have any byte there.
      String digits =
          new String(value.digits(), StandardCharsets.US_ASCII).replaceAll("[^01xzuwhl-]", "?");
      return "b" + (width > most ? digits.substring(0, most) + "~" : digits);
    }
    int count = (width + 3) / 4;
    int shown = Math.min(count, most);
    StringBuilder text = new StringBuilder(shown + 2).append('h');
    int bit = 0;
    for (int i = 0; i < shown; i++) {
      int end = width - 4 * (count - 1 - i);
      int digit = 0;
      for (; bit < end; bit++) {
        digit = (digit << 1) | (value.digit(bit) & 1);
      }
      text.append(Character.forDigit(digit, 16));
    }
    return shown < count ? text.append('~').toString() : text.toString();
  }

  /** A test for a real number. */
  WaveCondition.Test of(double wanted) {
    return value -> !isNothing(value) && real(value) == wanted;
  }

  boolean isUnknown(WaveSignal signal, FstValue value) {
    return signal.kind() == WaveSignal.Kind.BITS && !value.isKnown();
  }
}
