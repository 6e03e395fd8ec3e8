package dev.backplane.runtime.trace;

import java.util.regex.Pattern;

/** Keeps passwords out of traces: values of JSON members whose name sounds like one. */
final class Secrets {
  private static final Pattern MEMBER =
      Pattern.compile(
          "(\"[^\"]*(?:pass(?:word|wd|phrase)?|secret|token|credential|private_?key|api_?key)"
              + "[^\"]*\"\\s*:\\s*)(?:\"(?:\\\\.|[^\"\\\\])*\"|[^\\s,\\]}]+)",
          Pattern.CASE_INSENSITIVE);

  private Secrets() {}

  /** {@return the text with stars in place of secrets} */
  static String hidden(String json) {
    return MEMBER.matcher(json).replaceAll("$1\"***\"");
  }
}
