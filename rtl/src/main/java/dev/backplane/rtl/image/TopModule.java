package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Guesses the top of a design: the only module or entity that no other file or module names. */
final class TopModule {
  private static final Pattern NOISE =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|--[^\\n]*|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
  private static final Pattern DECLARED =
      Pattern.compile("(?i)\\b(?:macro)?(?:module|entity)\\s+([a-z_][a-z0-9_$]*)");

  private TopModule() {}

  static String of(List<Path> files) {
    StringBuilder all = new StringBuilder();
    for (Path file : files) {
      String text = new String(KernelBuild.content(file), StandardCharsets.ISO_8859_1);
      all.append(NOISE.matcher(text).replaceAll(" ")).append('\n');
    }
    Map<String, String> declared = new LinkedHashMap<>();
    Matcher names = DECLARED.matcher(all);
    while (names.find()) {
      declared.put(names.group(1), "");
    }
    List<String> tops = new ArrayList<>();
    for (String name : declared.keySet()) {
      Pattern use =
          Pattern.compile(
              "(?i)(?<!module\\s{1,9}|end\\s{1,9}|of\\s{1,9})\\b"
                  + Pattern.quote(name)
                  + "\\b\\s*(#\\s*\\(|\\w+\\s*[\\[(]|(?:generic|port)\\s+map)");
      if (!use.matcher(all).find()) {
        tops.add(name);
      }
    }
    if (tops.size() == 1) {
      return tops.getFirst();
    }
    throw new RtlException(
        RtlError.DESCRIPTION_INVALID,
        declared.isEmpty()
            ? "the sources hold no module and no entity"
            : "which module is the top is unclear: %s. Name one with --top"
                .formatted(
                    tops.isEmpty()
                        ? "each of " + declared.keySet() + " is instantiated"
                        : "none of " + tops + " is instantiated"));
  }
}
