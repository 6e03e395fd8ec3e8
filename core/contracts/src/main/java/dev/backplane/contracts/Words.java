package dev.backplane.contracts;

import java.util.Locale;

/** Names of Java in words. */
final class Words {
  private Words() {}

  /** {@return the words of a name in camel case, as in {@code load firmware}} */
  static String of(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }
}
