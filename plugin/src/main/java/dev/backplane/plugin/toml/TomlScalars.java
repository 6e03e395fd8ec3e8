package dev.backplane.plugin.toml;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers, flags and dates (TOML 1.0, sections Integer to Local Time). */
final class TomlScalars {
  private TomlScalars() {}

  /** {@return the value of a word, or null if it is none} */
  static @Nullable Object parse(String word) {
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "inf", "+inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      case "nan", "+nan", "-nan" -> Double.NaN;
      default -> numberOrDate(word);
    };
  }

  private static @Nullable Object numberOrDate(String word) {
    if (word.isEmpty()) {
      return null;
    }
    if (looksLikeDate(word) || looksLikeTime(word)) {
      return date(word);
    }
    if (word.length() > 2 && word.charAt(0) == '0') {
      int radix =
          switch (word.charAt(1)) {
            case 'x' -> 16;
            case 'o' -> 8;
            case 'b' -> 2;
            default -> 0;
          };
      if (radix != 0) {
        String digits = word.substring(2);
        return isDigits(digits, radix) ? whole(digits, radix) : null;
      }
    }
    return decimal(word);
  }

  static boolean looksLikeDate(String word) {
    return word.length() >= 10 && word.charAt(4) == '-' && word.charAt(7) == '-';
  }

  private static boolean looksLikeTime(String word) {
    return word.length() >= 8 && word.charAt(2) == ':' && word.charAt(5) == ':';
  }

  private static @Nullable Object decimal(String word) {
    int start = word.charAt(0) == '+' || word.charAt(0) == '-' ? 1 : 0;
    int exponent = Math.max(word.indexOf('e'), word.indexOf('E'));
    String mantissa = word.substring(start, exponent < 0 ? word.length() : exponent);
    int point = mantissa.indexOf('.');
    String integer = point < 0 ? mantissa : mantissa.substring(0, point);
    boolean leadingZero = integer.length() > 1 && integer.charAt(0) == '0';
    if (!isDigits(integer, 10) || leadingZero) {
      return null;
    }
    if (point < 0 && exponent < 0) {
      return whole(word, 10);
    }
    if (point >= 0 && !isDigits(mantissa.substring(point + 1), 10)) {
      return null;
    }
    if (exponent >= 0) {
      int sign = word.startsWith("+", exponent + 1) || word.startsWith("-", exponent + 1) ? 1 : 0;
      if (!isDigits(word.substring(exponent + 1 + sign), 10)) {
        return null;
      }
    }
    return Double.valueOf(word.replace("_", ""));
  }

  private static @Nullable Long whole(String digits, int radix) {
    try {
      return Long.valueOf(digits.replace("_", ""), radix);
    } catch (NumberFormatException e) {
      return null; // does not fit 64 bits
    }
  }

  /** Digits with single underscores between them. */
  private static boolean isDigits(String text, int radix) {
    boolean lastWasDigit = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c < 0x80 && Character.digit(c, radix) >= 0;
      if (!digit && !(c == '_' && lastWasDigit)) {
        return false;
      }
      lastWasDigit = digit;
    }
    return lastWasDigit;
  }

  private static @Nullable Object date(String word) {
    String text = word.replace(' ', 'T').toUpperCase(Locale.ROOT);
    try {
      if (!looksLikeDate(word)) {
        return LocalTime.parse(text);
      }
      if (text.length() == 10) {
        return LocalDate.parse(text);
      }
      // Seconds may not be left out, as java.time would allow.
      if (text.length() < 19 || text.charAt(16) != ':') {
        return null;
      }
      String time = text.substring(11);
      boolean offset = time.endsWith("Z") || time.indexOf('-') >= 0 || time.indexOf('+') >= 0;
      return offset ? OffsetDateTime.parse(text) : LocalDateTime.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
