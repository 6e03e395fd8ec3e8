package dev.backplane.rtl.yosys;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes open port connections, {@code .port()}. They mean the same as a missing connection, but
 * yosys uses the default value of an input only if the port is not named at all. Lines and columns
 * are preserved.
 */
final class OpenPortRemoval {
  // Comments and strings come first, so that connections inside them are skipped.
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<empty>\\.\\s*+\\w++\\s*+\\(\\s*+\\))|(?<other>\\S)");

  private OpenPortRemoval() {}

  static String remove(String source) {
    // With a wildcard in the same list, the port would be connected by its name.
    if (source.contains(".*")) {
      return source;
    }
    StringBuilder out = new StringBuilder(source);
    Matcher matcher = TOKEN.matcher(source);
    char before = ' ';
    int comma = -1;
    boolean swallow = false;
    while (matcher.find()) {
      if (matcher.group("empty") != null && (before == ',' || before == '(')) {
        for (int i = matcher.start(); i < matcher.end(); i++) {
          if (out.charAt(i) != '\n' && out.charAt(i) != '\r') {
            out.setCharAt(i, ' ');
          }
        }
        swallow = true;
      } else if (matcher.group("empty") != null) {
        before = ')';
        swallow = false;
      } else if (matcher.group("other") != null) {
        char c = source.charAt(matcher.start());
        if (swallow && c == ',') {
          out.setCharAt(matcher.start(), ' '); // remove the comma behind it too
        } else {
          if (swallow && c == ')' && before == ',') {
            out.setCharAt(comma, ' '); // the last one: remove the comma in front of it
          }
          comma = c == ',' ? matcher.start() : comma;
          before = c;
        }
        swallow = false;
      }
    }
    return out.toString();
  }
}
