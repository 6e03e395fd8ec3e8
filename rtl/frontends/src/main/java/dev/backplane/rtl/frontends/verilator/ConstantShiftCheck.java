package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses shifts of constants to the left by a negative number. They give 0, since the number of
 * places has no sign (IEEE 1800-2017, 11.4.10), but Verilator before 5.044 shifts to the right, and
 * its tree has only what it computed.
 */
final class ConstantShiftCheck {
  private static final Pattern SHIFT =
      Pattern.compile("([\\w)])\\s*<<<?\\s*(?:\\(\\s*)?(-\\s*[\\w']|[A-Za-z_][\\w$]*)");

  private static final Pattern OPERAND = Pattern.compile("(?:\\d*'[sS]?[bodhBODH])?\\w+$");

  private ConstantShiftCheck() {}

  static void check(Element netlist, SourceTexts texts) {
    Set<String> constants = new HashSet<>();
    Set<String> negative = new HashSet<>();
    collect(netlist, new TypeTable(netlist), constants, negative);
    texts.forEachLine(
        (location, line) -> {
          Matcher shift = SHIFT.matcher(line);
          while (shift.find()) {
            boolean byNegative =
                shift.group(2).startsWith("-") || negative.contains(shift.group(2));
            if (byNegative && isConstant(line.substring(0, shift.end(1)), constants)) {
              throw new RtlException(
                  RtlError.SOURCE_UNSUPPORTED,
                  location
                      + ": a constant is shifted by a negative number, which this Verilator"
                      + " computes wrongly. Write the result, which is 0");
            }
          }
        });
  }

  /** Returns whether a text may end with a constant operand. */
  private static boolean isConstant(String text, Set<String> constants) {
    Matcher last = OPERAND.matcher(text);
    return !last.find()
        || Character.isDigit(last.group().charAt(0))
        || last.group().startsWith("'")
        || constants.contains(last.group());
  }

  private static void collect(
      Element in, TypeTable types, Set<String> constants, Set<String> negative) {
    for (Element element : in.children()) {
      boolean parameter =
          element.is("var")
              && (element.get("param").equals("true") || element.get("localparam").equals("true"));
      if (!parameter) {
        collect(element, types, constants, negative);
        continue;
      }
      constants.add(element.get("name"));
      if (!element.children("const").isEmpty()
          && types.of(element) instanceof Type.Packed packed
          && packed.signed()
          && Literal.parse(element.child(0).get("name")).value().testBit(packed.width() - 1)) {
        negative.add(element.get("name"));
      }
    }
  }
}
