package dev.backplane.rtl.frontends.text;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of a parameter of the top module, as the user writes it. Options of tools may truncate
 * numbers, so each value is passed as a sized literal and is compared with the value of the
 * elaborated parameter.
 */
public sealed interface ParameterValue {
  /** The width of an unsized number, if it fits. */
  int PLAIN_BITS = 32;

  /** The width of an unsized number that does not fit into {@link #PLAIN_BITS}, if it fits. */
  int LONG_BITS = 64;

  /** The largest size of a literal: no tool accepts more. */
  int MAX_BITS = 1 << 16;

  /**
   * A whole number.
   *
   * @param text the text
   * @param value its value
   * @param width the width of its literal
   * @param signed whether its literal is signed
   * @param isBitPattern whether its digits are bits (based) and not a quantity (decimal)
   */
  record Whole(String text, BigInteger value, int width, boolean signed, boolean isBitPattern)
      implements ParameterValue {
    /**
     * Tells whether the parameter has this value: the bits have to be equal. If this value is a
     * number that is not negative, the numbers have to be equal too.
     */
    private boolean hasValue(int bits, BigInteger got, BigInteger number) {
      if (!isBitPattern && value.signum() >= 0) {
        return value.equals(number);
      }
      int most = value.signum() < 0 ? bits - 1 : bits;
      return value.bitLength() <= most && ParameterValue.bits(value, bits).equals(got);
    }

    @Override
    public String literal() {
      return "%d'%sh%s".formatted(width, signed ? "s" : "", bits(value, width).toString(16));
    }

    @Override
    public String bitLiteral() {
      return literal();
    }
  }

  /**
   * A real number.
   *
   * @param text the text
   */
  record Real(String text) implements ParameterValue {
    @Override
    public String literal() {
      return text;
    }

    @Override
    public String bitLiteral() {
      throw error(
          text, "is a real number, which this front end hands to no parameter. Use the other one");
    }
  }

  /**
   * A string.
   *
   * @param text its characters
   * @param quoted whether it was written in quotes
   */
  record Text(String text, boolean quoted) implements ParameterValue {
    @Override
    public String literal() {
      return '"' + text + '"';
    }

    @Override
    public String bitLiteral() {
      return "%d'h%s".formatted(8 * Math.max(1, text.length()), characters(text).toString(16));
    }
  }

  /**
   * A literal with unknown digits, or one that fills its parameter: {@code 4'b1xx0}, {@code '1}.
   *
   * @param text the text
   */
  record Fill(String text) implements ParameterValue {
    @Override
    public String literal() {
      return text;
    }

    @Override
    public String bitLiteral() {
      return text;
    }
  }

  /** {@return the literal for a tool that accepts all literals of Verilog} */
  String literal();

  /** {@return the literal for a tool that accepts only bit literals} */
  String bitLiteral();

  /** {@return the text, as the user wrote it} */
  String text();

  /**
   * Parses a value.
   *
   * @param text a decimal or 0x number, a literal of Verilog, a real number, a string in quotes, or
   *     a word, which is a string
   * @return the value
   * @throws RtlException {@code SOURCE_INVALID} if it is none of these
   */
  static ParameterValue parse(String text) {
    Matcher decimal = Patterns.DECIMAL.matcher(text);
    if (decimal.matches()) {
      BigInteger value = new BigInteger(text.replace("_", ""));
      boolean plain = value.bitLength() < PLAIN_BITS;
      int width = plain ? PLAIN_BITS : Math.max(LONG_BITS, value.bitLength() + 1);
      return new Whole(text, value, width, true, false);
    }
    Matcher hexadecimal = Patterns.HEXADECIMAL.matcher(text);
    if (hexadecimal.matches()) {
      BigInteger magnitude = new BigInteger(hexadecimal.group(2).replace("_", ""), 16);
      boolean negative = hexadecimal.group(1).equals("-");
      boolean signed = negative || magnitude.bitLength() < PLAIN_BITS;
      int bits = magnitude.bitLength() + (negative ? 1 : 0);
      int width = bits <= PLAIN_BITS ? PLAIN_BITS : Math.max(LONG_BITS, bits);
      return new Whole(text, negative ? magnitude.negate() : magnitude, width, signed, true);
    }
    Matcher based = Patterns.BASED.matcher(text);
    if (based.matches()) {
      return based(text, based);
    }
    if (Patterns.FILL.matcher(text).matches()) {
      return new Fill(text);
    }
    if (Patterns.REAL.matcher(text).matches()) {
      return new Real(text.replace("_", ""));
    }
    if (Patterns.QUOTED.matcher(text).matches()) {
      return new Text(text.substring(1, text.length() - 1), true);
    }
    if (Patterns.WORD.matcher(text).matches()) {
      return new Text(text, false);
    }
    throw error(
        text,
        "is no value for a parameter. Write a number (-5, 0x1f, 64'h1f, 1.5), a word, or a string"
            + " in quotes without quotes and backslashes in it");
  }

  /**
   * {@return the options of Verilator for parameters of the top module}
   *
   * @param parameters their values by name
   */
  static List<String> verilatorOptions(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> "-G" + each.getKey() + "=" + parse(each.getValue()).literal())
        .toList();
  }

  /**
   * {@return the radix of a literal with a base}
   *
   * @param base its letter: b, o, d or h, in either case
   */
  static int radix(String base) {
    return switch (Character.toLowerCase(base.charAt(0))) {
      case 'b' -> 2;
      case 'o' -> 8;
      case 'd' -> 10;
      default -> 16;
    };
  }

  private static ParameterValue based(String text, Matcher based) {
    String digits = based.group(5).replace("_", "").replace('?', 'z');
    int radix = radix(based.group(4));
    String size = based.group(2);
    int named = size == null ? 0 : size.length() > 6 ? MAX_BITS + 1 : Integer.parseInt(size);
    if (named > MAX_BITS || (size != null && named == 0)) {
      throw error(text, "has a size of none or more than " + MAX_BITS + " bits. Correct it");
    }
    if (digits.matches(".*[xXzZ].*")) {
      return new Fill(text);
    }
    BigInteger magnitude;
    try {
      magnitude = new BigInteger(digits, radix);
    } catch (NumberFormatException e) {
      throw error(text, "has digits that its base does not know. Correct it");
    }
    int width = named == 0 ? Math.max(PLAIN_BITS, magnitude.bitLength()) : named;
    if (magnitude.bitLength() > width) {
      throw error(text, "has more than the " + width + " bits it says. Give it a larger size");
    }
    boolean signed = !based.group(3).isEmpty();
    BigInteger value = magnitude;
    if (based.group(1).equals("-")) {
      value = bits(magnitude.negate(), width);
    }
    if (signed && value.testBit(width - 1)) {
      value = value.subtract(BigInteger.ONE.shiftLeft(width));
    }
    return new Whole(text, value, width, signed, true);
  }

  /**
   * Compares with the bits of the elaborated parameter.
   *
   * @param name the parameter
   * @param width its width
   * @param signed whether it is signed
   * @param got its bits
   * @throws RtlException {@code SOURCE_INVALID} if it is another value
   */
  default void checkBits(String name, int width, boolean signed, BigInteger got) {
    BigInteger number =
        signed && got.testBit(width - 1) ? got.subtract(BigInteger.ONE.shiftLeft(width)) : got;
    boolean same =
        switch (this) {
          case Whole whole -> whole.hasValue(width, got, number);
          case Real real -> new BigDecimal(real.text()).compareTo(new BigDecimal(number)) == 0;
          case Text text ->
              characters(text.text()).equals(got)
                  && (text.quoted() || 8 * text.text().length() == width);
          case Fill fill -> true;
        };
    if (!same) {
      throw error(
          text(),
          "does not fit parameter '%s', which has %d bits, %s. It would become %s%s"
              .formatted(
                  name,
                  width,
                  signed ? "signed" : "unsigned",
                  number,
                  this instanceof Text
                      ? "; if its characters are meant, put quotes around it"
                      : ""));
    }
  }

  /**
   * Compares with the real number or string of the elaborated parameter.
   *
   * @param name the parameter
   * @param got its value: a number in Verilog's syntax, or a string in quotes
   * @throws RtlException {@code SOURCE_INVALID} if it is another value
   */
  default void checkText(String name, String got) {
    boolean string = got.startsWith("\"");
    boolean same =
        switch (this) {
          case Whole whole -> !string && exact(got).compareTo(new BigDecimal(whole.value())) == 0;
          case Real real -> !string && Double.parseDouble(real.text()) == Double.parseDouble(got);
          case Text text -> string && got.equals(text.literal());
          case Fill fill -> true;
        };
    if (!same) {
      throw error(
          text(),
          "does not fit parameter '%s', which is a %s. It would become %s"
              .formatted(name, string ? "string: put quotes around it" : "real number", got));
    }
  }

  private static BigDecimal exact(String real) {
    double value = Double.parseDouble(real);
    return Double.isFinite(value) ? new BigDecimal(value) : BigDecimal.ONE.movePointLeft(999);
  }

  private static BigInteger bits(BigInteger value, int width) {
    return value.and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
  }

  private static BigInteger characters(String text) {
    return new BigInteger(1, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static RtlException error(String text, String problem) {
    return new RtlException(RtlError.SOURCE_INVALID, "the value '" + text + "' " + problem);
  }

  /** The syntax of values. */
  final class Patterns {
    private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d[\\d_]*");
    private static final Pattern HEXADECIMAL =
        Pattern.compile("([+-]?)0[xX]([0-9a-fA-F_]*[0-9a-fA-F])");
    private static final Pattern BASED =
        Pattern.compile("([+-]?)(\\d+)?'([sS]?)([bBoOdDhH])([0-9a-fA-FxXzZ?_]*[0-9a-fA-FxXzZ?])");
    private static final Pattern FILL = Pattern.compile("'[01xXzZ]");
    private static final Pattern REAL =
        Pattern.compile("[+-]?\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][+-]?\\d{1,4})?");
    private static final Pattern QUOTED = Pattern.compile("\"[ -~&&[^\"\\\\]]*\"");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_.+-]*");

    private Patterns() {}
  }
}
