package dev.backplane.rtl.frontend;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites named port expressions of old-style headers: {@code module m(.out(in))} becomes {@code
 * module m(out)}, with {@code in} renamed to {@code out} in the body. Neither Verilator nor yosys
 * reads such headers. Line numbers are preserved.
 */
final class PortExpressionRewrite {
  private static final Pattern MODULE =
      Pattern.compile(
          "\\bmodule\\s+(?:\\w+|\\\\\\S+\\s)\\s*(?:#\\s*\\([^;]*?\\)\\s*)?\\((?<ports>[^;]*?\\.[^;]*?)\\)\\s*;(?<body>.*?)\\bendmodule\\b",
          Pattern.DOTALL);
  private static final Pattern RENAMED =
      Pattern.compile("\\.\\s*(\\w+)\\s*\\(\\s*([A-Za-z_]\\w*)\\s*\\)");
  private static final Pattern PLAIN = Pattern.compile("[\\w\\s,]*");
  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/");
  private static final Pattern WORD =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/"
              + "|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|\\\\\\S+|(?<before>\\.\\s*)?(?<word>[A-Za-z_$`][\\w$]*)");

  private PortExpressionRewrite() {}

  static String rewrite(String source) {
    Matcher module = MODULE.matcher(source);
    StringBuilder out = new StringBuilder();
    int copied = 0;
    while (module.find()) {
      String ports = module.group("ports");
      String body = module.group("body");
      Map<String, String> names = new LinkedHashMap<>();
      Matcher renamed = RENAMED.matcher(ports);
      while (renamed.find()) {
        names.put(renamed.group(2), renamed.group(1));
      }
      boolean understood =
          PLAIN.matcher(COMMENT.matcher(renamed.replaceAll("x")).replaceAll(" ")).matches();
      if (names.isEmpty() || !understood || isTaken(names, body)) {
        continue;
      }
      out.append(source, copied, module.start("ports"));
      out.append(renamed.replaceAll(port -> lines(port.group()) + port.group(1)));
      out.append(source, module.end("ports"), module.start("body"));
      out.append(renameInBody(names, body));
      copied = module.end("body");
    }
    return out.append(source, copied, source.length()).toString();
  }

  private static String lines(String text) {
    return text.replaceAll("[^\\n]", "");
  }

  /** Whether the new name of a port has another meaning in the body. */
  private static boolean isTaken(Map<String, String> names, String body) {
    return WORD.matcher(body)
        .results()
        .map(word -> word.group("word"))
        .anyMatch(
            word -> word != null && names.containsValue(word) && !word.equals(names.get(word)));
  }

  private static String renameInBody(Map<String, String> names, String body) {
    return WORD.matcher(body)
        .replaceAll(
            word ->
                Matcher.quoteReplacement(
                    word.group("word") == null || word.group("before") != null
                        ? word.group()
                        : names.getOrDefault(word.group("word"), word.group("word"))));
  }
}
