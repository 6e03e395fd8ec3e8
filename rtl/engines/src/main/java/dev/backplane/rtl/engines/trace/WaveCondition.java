package dev.backplane.rtl.engines.trace;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that is looked for in a signal: a change, or a change to a value.
 *
 * @param text {@code change}, {@code rise}, {@code fall}, or a value: decimal, with {@code 0x} or
 *     {@code h} hexadecimal, with {@code 0b} or {@code b} binary, where x and z are unknown bits
 */
public record WaveCondition(String text) {
  /** Any change. */
  public static final WaveCondition CHANGE = new WaveCondition("change");

  /** A change to 1. */
  public static final WaveCondition RISE = new WaveCondition("rise");

  /** A test of the value after a change. */
  @FunctionalInterface
  interface Test {
    boolean holds(FstValue value);
  }

  /**
   * Prepares the test for a signal.
   *
   * @throws IllegalArgumentException if the signal cannot have such a value
   */
  Test test(WaveSignal signal, WaveValues values) {
    String word = text.strip().toLowerCase(Locale.ROOT).replace("_", "");
    if (word.equals("change")) {
      return _ -> true;
    }
    if (signal.kind() == WaveSignal.Kind.REAL) {
      return values.of(number(word, signal));
    }
    if (word.equals("rise") || word.equals("fall")) {
      if (signal.width() != 1) {
        throw new IllegalArgumentException(
            "%s has %d bits; only a single bit rises and falls"
                .formatted(signal.name(), signal.width()));
      }
      byte wanted = (byte) (word.equals("rise") ? '1' : '0');
      return value -> value.digit(0) == wanted;
    }
    String digits = digits(word, signal);
    return value -> {
      for (int i = 0; i < digits.length(); i++) {
        if (value.digit(i) != digits.charAt(i)) {
          return false;
        }
      }
      return true;
    };
  }

  private static double number(String word, WaveSignal signal) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw wrong(word, signal, "is no number");
    }
  }

  private static String digits(String word, WaveSignal signal) {
    int width = signal.width();
    String binary = rest(word, "0b", "b").orElse("");
    if (!binary.isEmpty()) {
      if (!binary.matches("[01xzuwhl-]+") || binary.length() > width) {
        throw wrong(word, signal, "is no value of its " + width + " bits");
      }
      char first = binary.charAt(0);
      String fill = String.valueOf(first == '1' ? '0' : first);
      return fill.repeat(width - binary.length()) + binary;
    }
    BigInteger value;
    try {
      Optional<String> hexadecimal = rest(word, "0x", "h");
      value = new BigInteger(hexadecimal.orElse(word), hexadecimal.isPresent() ? 16 : 10);
    } catch (NumberFormatException e) {
      throw wrong(word, signal, "is no number");
    }
    boolean fits = value.signum() < 0 ? value.bitLength() < width : value.bitLength() <= width;
    if (!fits) {
      throw wrong(word, signal, "is no value of its " + width + " bits");
    }
    BigInteger unsigned = value.signum() < 0 ? value.add(BigInteger.ONE.shiftLeft(width)) : value;
    String bits = unsigned.signum() == 0 ? "" : unsigned.toString(2);
    return "0".repeat(width - bits.length()) + bits;
  }

  private static Optional<String> rest(String word, String... starts) {
    for (String start : starts) {
      if (word.startsWith(start)) {
        return Optional.of(word.substring(start.length()));
      }
    }
    return Optional.empty();
  }

  private static IllegalArgumentException wrong(String word, WaveSignal signal, String why) {
    return new IllegalArgumentException("'%s' for %s %s".formatted(word, signal.name(), why));
  }
}
