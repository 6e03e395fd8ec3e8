package dev.backplane.contracts;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names in the forms that Java, C and messages have. */
final class Words {
  private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

  private Words() {}

  /** {@return {@code fpgaHandle} of {@code fpga_handle}} */
  static String camel(String name) {
    return UNDERSCORE.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  /** {@return the words of a name in camel case, as in {@code load firmware}} */
  static String of(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }
}
