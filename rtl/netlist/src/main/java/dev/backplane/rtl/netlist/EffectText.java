package dev.backplane.rtl.netlist;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats what effects say, as Verilog's {@code $display} does. */
public final class EffectText {
  /** A place in a format: a percent sign, possibly a width, and a letter. */
  private static final Pattern PLACE = Pattern.compile("%(\\d*)([dhboxcst%])");

  private EffectText() {}

  /** {@return the number of arguments that a format takes} */
  static long arguments(String format) {
    return PLACE.matcher(format).results().filter(place -> takesArgument(place.group(2))).count();
  }

  private static boolean takesArgument(String letter) {
    return !letter.equals("%") && !letter.equals("t");
  }

  /**
   * Formats a text.
   *
   * @param effect the effect
   * @param values the values of its arguments
   * @param edge the number of the clock edge
   * @return the text
   */
  public static String format(Effect effect, List<BigInteger> values, long edge) {
    StringBuilder text = new StringBuilder();
    Matcher place = PLACE.matcher(effect.format());
    int next = 0;
    while (place.find()) {
      String letter = place.group(2);
      String value =
          switch (letter) {
            case "%" -> "%";
            case "t" -> String.valueOf(edge);
            default -> {
              Effect.Argument argument = effect.arguments().get(next);
              yield value(
                  letter, place.group(1), values.get(next++), argument.value().width(), argument);
            }
          };
      place.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return place.appendTail(text).toString();
  }

  private static String value(
      String letter, String size, BigInteger bits, int width, Effect.Argument argument) {
    return switch (letter) {
      case "d" -> decimal(bits, width, argument.signed(), size);
      case "h", "x" -> digits(bits.toString(16), (width + 3) / 4, size, '0');
      case "o" -> digits(bits.toString(8), (width + 2) / 3, size, '0');
      case "b" -> digits(bits.toString(2), width, size, '0');
      case "c" -> String.valueOf((char) (bits.intValue() & 0xff));
      default -> digits(characters(bits), 0, size, ' ');
    };
  }

  /**
   * Without a size, a number is as wide as the largest of its type; with 0 it is as short as
   * possible.
   */
  private static String decimal(BigInteger bits, int width, boolean signed, String size) {
    BigInteger number =
        signed && bits.testBit(width - 1) ? bits.subtract(BigInteger.ONE.shiftLeft(width)) : bits;
    BigInteger largest = BigInteger.ONE.shiftLeft(signed ? width - 1 : width);
    int places =
        signed
            ? largest.toString().length() + 1
            : largest.subtract(BigInteger.ONE).toString().length();
    return digits(number.toString(), places, size, ' ');
  }

  private static String digits(String text, int places, String size, char fill) {
    int least = size.isEmpty() ? places : Integer.parseInt(size);
    return String.valueOf(fill).repeat(Math.max(0, least - text.length())) + text;
  }

  /** The characters of a packed string, without leading zeros. */
  private static String characters(BigInteger bits) {
    return new String(bits.toByteArray(), StandardCharsets.ISO_8859_1).replace("\0", "");
  }
}
