package dev.backplane.rtl.frontend;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blanks {@code timeunit} and {@code timeprecision} statements: yosys (0.55 still) takes them for
 * syntax errors, and they mean nothing in a design without delays. Lines and columns stay.
 */
final class TimeUnits {
  // Comments and strings first, so that what looks like a statement inside them is passed over.
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<![A-Za-z0-9_$\\\\.`])(?<time>time(?:unit|precision)\\s[^;]{0,200};)");

  private TimeUnits() {}

  static String blank(String source) {
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
