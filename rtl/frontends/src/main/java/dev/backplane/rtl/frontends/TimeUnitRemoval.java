package dev.backplane.rtl.frontends;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes {@code timeunit} and {@code timeprecision} statements: for yosys (up to 0.55) they are
 * syntax errors, and they have no effect in a design without delays. Lines and columns are
 * preserved.
 */
final class TimeUnitRemoval {
  // Comments and strings come first, so that statements inside them are skipped.
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<![A-Za-z0-9_$\\\\.`])(?<time>time(?:unit|precision)\\s[^;]{0,200};)");

  private TimeUnitRemoval() {}

  static String remove(String source) {
    Matcher matcher = TOKEN.matcher(source);
    StringBuilder out = new StringBuilder(source);
    while (matcher.find()) {
      if (matcher.group("time") != null) {
        for (int i = matcher.start(); i < matcher.end(); i++) {
          char c = out.charAt(i);
          out.setCharAt(i, c == '\n' || c == '\r' ? c : ' ');
        }
      }
    }
    return out.toString();
  }
}
