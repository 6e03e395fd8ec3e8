package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rejects a module, interface, package or program that is declared twice with different texts, of
 * which Verilator would use the first. Equal texts are allowed, for example from a file that is
 * included twice.
 */
final class DuplicateUnits {
  private static final Pattern SECOND =
      Pattern.compile("^%Warning-MODDUP: (\\S+?):(\\d+):\\d+: .*?: '([^']+)'$");
  private static final Pattern FIRST =
      Pattern.compile("^\\s*(\\S+?):(\\d+):\\d+: \\.\\.\\. Location of original declaration$");
  private static final Set<String> END =
      Set.of("endmodule", "endinterface", "endpackage", "endprogram", "endprimitive");
  private static final Pattern WORD =
      Pattern.compile(
          "//[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/"
              + "|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|[\\w$]+|\\S");

  private final StagedSources folder;

  DuplicateUnits(StagedSources folder) {
    this.folder = folder;
  }

  /** Checks the output of Verilator. */
  void check(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      Matcher second = SECOND.matcher(lines.get(i));
      if (!second.matches()) {
        continue;
      }
      for (String line : lines.subList(i + 1, Math.min(lines.size(), i + 5))) {
        Matcher first = FIRST.matcher(line);
        String name = second.group(3);
        if (first.matches()
            && !declarationTokens(first, name).equals(declarationTokens(second, name))) {
          throw error(name, location(first), location(second));
        }
      }
    }
  }

  private String location(Matcher where) {
    return folder.original(where.group(1) + ":" + where.group(2));
  }

  private static RtlException error(String name, String first, String second) {
    return new RtlException(
        RtlError.SOURCE_INVALID,
        "%s: '%s' is declared here and, otherwise, at %s. Leave one of them out, or rename it"
            .formatted(second, name, first));
  }

  /** The tokens of a declaration from its name to its end, without comments. */
  private List<String> declarationTokens(Matcher where, String name) {
    List<String> words = new ArrayList<>();
    Path file = folder.work().resolve(where.group(1));
    String text;
    try {
      text = RegularFile.latin1(file);
    } catch (IOException e) {
      return words; // a location from a `line directive: there is no text to compare
    }
    Matcher word = WORD.matcher(text);
    int line = Integer.parseInt(where.group(2));
    int start = 0;
    for (int i = 1; i < line && start >= 0; i++) {
      start = text.indexOf('\n', start) + 1;
    }
    // Verilator counts columns without preceding comments, so the name is searched.
    Matcher declared =
        Pattern.compile(
                "(?:module|interface|package|program)\\s(?:[^;(]*?\\s)??"
                    + Pattern.quote(name)
                    + "\\b")
            .matcher(text);
    if (!declared.find(start)) {
      return words;
    }
    int at = declared.end();
    while (word.find(at)) {
      at = word.end();
      if (END.contains(word.group())) {
        break;
      }
      if (!word.group().startsWith("//") && !word.group().startsWith("/*")) {
        words.add(word.group());
      }
    }
    return words;
  }
}
