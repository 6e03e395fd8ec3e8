package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the top module of a design: the only module or entity that is not instantiated. If a given
 * top module does not exist, the error lists the existing ones.
 */
final class TopModule {
  private static final Pattern NOISE =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|--[^\\n]*|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
  private static final Pattern DECLARED =
      Pattern.compile("(?i)\\b(?:macro)?(?:module|entity)\\s+([a-z_][a-z0-9_$]*)");

  /** Parameters of a header or body. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)\\bparameter\\s+(?:[a-z_]\\w*\\s+|\\[[^\\]]*]\\s*)*([a-z_][a-z0-9_$]*)\\s*="
              + "|,\\s*([a-z_][a-z0-9_$]*)\\s*=(?!=)");

  private static final Pattern GENERICS = Pattern.compile("(?is)\\bgeneric\\s*\\((.*?)\\)\\s*;");
  private static final Pattern GENERIC = Pattern.compile("(?i)([a-z]\\w*)\\s*:(?!=)");

  private TopModule() {}

  /**
   * Elaborates a design.
   *
   * @throws RtlException the error of the tool, with the existing modules or parameters if a given
   *     one does not exist
   */
  static Elaboration elaborate(FrontEnd tool, Sources sources, String top) {
    try {
      return tool.elaborate(sources, top);
    } catch (RtlException e) {
      String text = text(sources.files());
      String candidates = candidates(text, sources, top);
      throw candidates.isEmpty() ? e : new RtlException(e.error(), e.getMessage() + candidates, e);
    }
  }

  private static String candidates(String text, Sources sources, String top) {
    Set<String> declared = declared(text);
    if (declared.stream().noneMatch(top::equalsIgnoreCase)) {
      return ". There is no module '%s' in the sources, which declare %s; name one with --top, or as 'top' in the kernel.toml"
          .formatted(top, declared.isEmpty() ? "none" : declared);
    }
    Set<String> there = parameters(text, top);
    List<String> missing =
        sources.parameters().keySet().stream()
            .filter(name -> there.stream().noneMatch(name::equalsIgnoreCase))
            .toList();
    return missing.isEmpty()
        ? ""
        : ". Module '%s' has no parameter %s; it has %s"
            .formatted(top, String.join(", ", missing), there.isEmpty() ? "none" : there);
  }

  /** The parameters of a module, found in the text from its declaration to the next one. */
  private static Set<String> parameters(String text, String module) {
    Set<String> found = new TreeSet<>();
    Matcher names = DECLARED.matcher(text);
    int from = -1;
    int to = text.length();
    while (names.find()) {
      if (from >= 0) {
        to = names.start();
        break;
      }
      from = names.group(1).equalsIgnoreCase(module) ? names.end() : -1;
    }
    String body = from < 0 ? "" : text.substring(from, to);
    int end = body.indexOf(';');
    Matcher parameter = PARAMETER.matcher(body);
    while (parameter.find()) {
      // After the header, only a name after the keyword itself is a parameter.
      if (parameter.group(1) != null) {
        found.add(parameter.group(1));
      } else if (parameter.start() < end && body.substring(0, end).contains("#")) {
        found.add(parameter.group(2));
      }
    }
    Matcher generics = GENERICS.matcher(body);
    if (generics.find()) {
      GENERIC.matcher(generics.group(1)).results().forEach(each -> found.add(each.group(1)));
    }
    return found;
  }

  private static String text(List<Path> files) {
    StringBuilder all = new StringBuilder();
    for (Path file : files) {
      String text = new String(KernelBuild.readFile(file), StandardCharsets.ISO_8859_1);
      all.append(NOISE.matcher(text).replaceAll(" ")).append('\n');
    }
    return all.toString();
  }

  private static Set<String> declared(String text) {
    Set<String> declared = new LinkedHashSet<>();
    DECLARED.matcher(text).results().forEach(name -> declared.add(name.group(1)));
    return declared;
  }

  static String of(List<Path> files) {
    String all = text(files);
    Set<String> declared = declared(all);
    List<String> tops = new ArrayList<>();
    for (String name : declared) {
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
                        ? "each of " + declared + " is instantiated"
                        : "none of " + tops + " is instantiated"));
  }
}
