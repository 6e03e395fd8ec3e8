package dev.backplane.rtl.frontends;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes unpacked structs to packed ones if their members allow it. Verilator (5.006) loses
 * assignment patterns of unpacked structs; for packed ones it supports everything that is possible
 * with unpacked ones. Line numbers are preserved.
 */
final class StructPacking {
  // Comments and strings come first, so that structs inside them are skipped.
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|(?<![A-Za-z0-9_$\\\\.`])(?<struct>struct)\\s*\\{");

  /** A member with unpacked dimensions, or with a type that has no bits, cannot be packed. */
  private static final Pattern UNPACKABLE =
      Pattern.compile(
          "\\w\\s*\\[[^\\]]*\\]\\s*[,;=]|\\b(?:string|real|shortreal|event|chandle)\\b");

  private StructPacking() {}

  static String pack(String source) {
    Matcher matcher = TOKEN.matcher(source);
    StringBuilder out = new StringBuilder();
    int copied = 0;
    while (matcher.find()) {
      if (matcher.group("struct") != null && isPackable(source, matcher.end())) {
        out.append(source, copied, matcher.end("struct")).append(" packed");
        copied = matcher.end("struct");
      }
    }
    return out.append(source, copied, source.length()).toString();
  }

  private static boolean isPackable(String source, int from) {
    int depth = 1;
    int at = from;
    while (at < source.length() && depth > 0) {
      char c = source.charAt(at++);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    String body = source.substring(from, at).replaceAll("//[^\\n]*|(?s:/\\*.*?\\*/)", " ");
    return depth == 0 && !UNPACKABLE.matcher(body).find();
  }
}
