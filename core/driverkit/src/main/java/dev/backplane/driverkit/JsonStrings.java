package dev.backplane.driverkit;

import tools.jackson.core.io.JsonStringEncoder;

/** Strings of JSON, for texts that are written piece by piece. */
public final class JsonStrings {
  private JsonStrings() {}

  /** {@return a text as a string of JSON, in quotes} */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, quoted);
    return quoted.append('"').toString();
  }
}
