package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Connects a pointer argument to memory banks.
 *
 * @param argument its name, {@code kernel.argument} if several kernels have it, or {@code
 *     unit.argument} for one compute unit
 * @param banks names of banks
 */
public record BankConnection(String argument, List<String> banks) {
  private static final Pattern FORM =
      Pattern.compile("(?<argument>\\w+(?:\\.\\w+)?)[=:](?<banks>[^\\s,]+(?:,[^\\s,]+)*)");

  private static final Pattern RANGE =
      Pattern.compile("(?<name>.*)\\[(?<from>[0-9]{1,4}):(?<to>[0-9]{1,4})]");

  /** Copies the list. */
  public BankConnection {
    banks = List.copyOf(banks);
  }

  /**
   * Parses a connection: {@code a=DDR[0],DDR[2]}, or in the syntax of Vitis {@code
   * vadd_1.a:DDR[0:3]}.
   *
   * @param text the text
   * @return the connection, with every bank of a range
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if it is neither
   */
  public static BankConnection parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new RtlException(
          RtlError.IMAGE_INVALID,
          "'%s' does not say which banks an argument is connected to. Write a=DDR[0],DDR[1] for all compute units that have it, or vadd_1.a:DDR[0:1] for one"
              .formatted(text));
    }
    List<String> banks = new ArrayList<>();
    for (String bank : form.group("banks").split(",", -1)) {
      Matcher range = RANGE.matcher(bank);
      if (!range.matches()) {
        banks.add(bank);
        continue;
      }
      int from = Integer.parseInt(range.group("from"));
      int to = Integer.parseInt(range.group("to"));
      if (from > to) {
        throw new RtlException(
            RtlError.IMAGE_INVALID,
            "'%s' is a range of banks that ends before it begins. Write %s[%d:%d]"
                .formatted(bank, range.group("name"), to, from));
      }
      for (int number = from; number <= to; number++) {
        banks.add("%s[%d]".formatted(range.group("name"), number));
      }
    }
    return new BankConnection(form.group("argument"), banks);
  }
}
