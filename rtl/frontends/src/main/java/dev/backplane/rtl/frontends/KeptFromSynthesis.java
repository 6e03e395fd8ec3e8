package dev.backplane.rtl.frontends;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes what sources keep from synthesis tools: the text between the comments {@code synthesis
 * translate_off} and {@code synthesis translate_on}, with any of the names that tools give it.
 * Lines and columns are preserved.
 */
final class KeptFromSynthesis {
  private static final String TOOL =
      "(?:synthesis|synopsys|pragma|cadence|ambit|exemplar|xilinx|altera)";

  /** Strings, marks, and other comments. */
  private static final Pattern MARK =
      Pattern.compile(
          "\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?:/\\*|//)[ \\t]*"
              + TOOL
              + "[ \\t]+(?:translate|synthesis)[_ ](?<way>on|off)\\b[^\\n*]*+(?:\\*/)?+"
              + "|//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/",
          Pattern.CASE_INSENSITIVE);

  private KeptFromSynthesis() {}

  /** {@return the source without it; the same text if it keeps nothing} */
  static String remove(String source) {
    if (!source.contains("_off") && !source.contains("_OFF") && !source.contains(" off")) {
      return source;
    }
    Matcher mark = MARK.matcher(source);
    StringBuilder kept = new StringBuilder(source);
    int from = -1;
    while (mark.find()) {
      String way = mark.group("way");
      if (way == null) {
        continue;
      }
      if (way.equalsIgnoreCase("on")) {
        blank(kept, from, mark.start());
        from = -1;
      } else if (from < 0) {
        from = mark.end();
      }
    }
    blank(kept, from, source.length());
    return kept.toString();
  }

  private static void blank(StringBuilder text, int from, int to) {
    for (int i = from; from >= 0 && i < to; i++) {
      char c = text.charAt(i);
      if (c != '\n' && c != '\r') {
        text.setCharAt(i, ' ');
      }
    }
  }
}
