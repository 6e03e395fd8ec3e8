package dev.backplane.rtl.frontend;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blanks connections of ports to nothing, {@code .port()}, which mean the same as none: yosys gives
 * an input its default value only if it is not named at all. Lines and columns stay.
 */
final class EmptyConnections {
  // Comments and strings first, so that what looks like a connection inside them is passed over.
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<empty>\\.\\s*+\\w++\\s*+\\(\\s*+\\))|(?<other>\\S)");

  private EmptyConnections() {}

  static String blank(String source) {
    // Beside a wildcard, a port that is connected to nothing would be connected by its name.
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
          out.setCharAt(matcher.start(), ' '); // the comma behind goes with it
        } else {
          if (swallow && c == ')' && before == ',') {
            out.setCharAt(comma, ' '); // the last one takes the comma before it
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
