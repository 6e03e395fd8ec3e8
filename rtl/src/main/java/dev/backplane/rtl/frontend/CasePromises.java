package dev.backplane.rtl.frontend;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes promises out of cases that yosys would believe: {@code parallel_case} in attributes and
 * comments, and the part of {@code unique} that means the same. In simulation the first of several
 * items that match wins, whatever is promised. Lines stay.
 */
final class CasePromises {
  // Strings first, so that what looks like a promise inside them is passed over.
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<noise>//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\\(\\*[^)]*?\\*\\))"
              + "|(?<![\\w$\\\\.`])(?<unique>unique)(?=\\s+case[xz]?\\b)");
  private static final Pattern FULL =
      Pattern.compile("\\bfull_case\\b|\\b(?:unique|priority)\\s+case[xz]?\\b");

  private CasePromises() {}

  /** {@return whether a text may promise that some item of a case always matches} */
  static boolean isFull(String source) {
    return FULL.matcher(source).find();
  }

  static String weaken(String source) {
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
