package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A literal in Verilator's syntax, for example {@code 8'b1zz}.
 *
 * @param width its bits, 0 if it has no size
 * @param value its value, 0 for bits that are unknown or floating
 * @param unknown its bits that are x
 * @param floating its bits that are z
 * @param text the text of a string
 */
record Literal(int width, BigInteger value, BigInteger unknown, BigInteger floating, String text) {
  private static final Pattern NUMBER = Pattern.compile("(\\d+)?'(s?)([bhod])([0-9a-fA-FxXzZ?_]+)");

  static Literal parse(String name) {
    Matcher number = NUMBER.matcher(name);
    if (!number.matches()) {
      String text =
          name.startsWith("\"") && name.endsWith("\"") && name.length() > 1
              ? name.substring(1, name.length() - 1)
              : name;
      return new Literal(0, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, text);
    }
    String digits = number.group(4).replace("_", "").replace('?', 'z').toLowerCase(Locale.ROOT);
    if (number.group(3).equals("d")) {
      return new Literal(
          width(number), new BigInteger(digits), BigInteger.ZERO, BigInteger.ZERO, "");
    }
    int radix =
        switch (number.group(3)) {
          case "b" -> 2;
          case "o" -> 8;
          default -> 16;
        };
    return new Literal(
        width(number),
        new BigInteger(digits.replaceAll("[xz]", "0"), radix),
        digitMask(digits, 'x', radix),
        digitMask(digits, 'z', radix),
        "");
  }

  private static int width(Matcher number) {
    return number.group(1) == null ? 32 : Integer.parseInt(number.group(1));
  }

  /** A mask of the bits of all digits {@code c}. */
  private static BigInteger digitMask(String digits, char c, int radix) {
    StringBuilder mask = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      mask.append(digits.charAt(i) == c ? Character.forDigit(radix - 1, radix) : '0');
    }
    return new BigInteger(mask.toString(), radix);
  }
}
