package dev.backplane.rtl.frontend.verilator;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as Verilator writes it, for example {@code 8'b1zz}.
 *
 * @param value its bits, 0 where unknown or floating
 * @param unknown its bits that are x
 * @param floating its bits that are z
 * @param text what it says if it is a string
 */
record Literal(BigInteger value, BigInteger unknown, BigInteger floating, String text) {
  private static final Pattern NUMBER = Pattern.compile("(\\d+)?'(s?)([bhod])([0-9a-fA-FxXzZ?_]+)");

  static Literal parse(String name) {
    Matcher number = NUMBER.matcher(name);
    if (!number.matches()) {
      String text =
          name.startsWith("\"") && name.endsWith("\"") && name.length() > 1
              ? name.substring(1, name.length() - 1)
              : name;
      return new Literal(BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, text);
    }
    String digits = number.group(4).replace("_", "").replace('?', 'z').toLowerCase();
    if (number.group(3).equals("d")) {
      return new Literal(new BigInteger(digits), BigInteger.ZERO, BigInteger.ZERO, "");
    }
    int radix =
        switch (number.group(3)) {
          case "b" -> 2;
          case "o" -> 8;
          default -> 16;
        };
    return new Literal(
        new BigInteger(digits.replaceAll("[xz]", "0"), radix),
        marked(digits, 'x', radix),
        marked(digits, 'z', radix),
        "");
  }

  /** The bits of all digits that are {@code c}. */
  private static BigInteger marked(String digits, char c, int radix) {
    StringBuilder mask = new StringBuilder();
    for (char digit : digits.toCharArray()) {
      mask.append(digit == c ? Character.forDigit(radix - 1, radix) : '0');
    }
    return new BigInteger(mask.toString(), radix);
  }
}
