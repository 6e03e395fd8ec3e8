package dev.backplane.rtl.yosys;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes {@code parallel_case} attributes and comments, and changes {@code unique} accordingly,
 * because yosys optimises with them. In simulation, the first matching item of a case wins,
 * regardless of these attributes. Line numbers are preserved.
 */
final class ParallelCaseRemoval {
  // Strings come first, so that attributes inside strings are skipped.
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<noise>//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\\(\\*[^)]*?\\*\\))"
              + "|(?<![\\w$\\\\.`])(?<unique>unique)(?=\\s+case[xz]?\\b)");
  private static final Pattern FULL =
      Pattern.compile("\\bfull_case\\b|\\b(?:unique|priority)\\s+case[xz]?\\b");

  private ParallelCaseRemoval() {}

  /** {@return whether a text may declare that some item of a case always matches} */
  static boolean mayHaveFullCase(String source) {
    return FULL.matcher(source).find();
  }

  static String remove(String source) {
    return TOKEN
        .matcher(source)
        .replaceAll(
            token ->
                Matcher.quoteReplacement(
                    token.group("unique") != null
                        ? "priority"
                        : token.group("noise") != null
                            ? token.group().replace("parallel_case", "parallel_cas_")
                            : token.group()));
  }
}
