package dev.backplane.rtl.image;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a description was read.
 *
 * @param file its name, as a person gave it
 * @param lines lines of what it describes, by what and name: {@code arg a}, {@code port m_axi_gmem}
 */
record Origin(String file, Map<String, Integer> lines) {
  private static final Pattern ELEMENT =
      Pattern.compile("<(port|arg|kernel)\\s[^>]*?\\bname\\s*=\\s*[\"']([^\"']*)[\"']");

  Origin {
    lines = Map.copyOf(lines);
  }

  /** The places of the elements of a kernel.xml, told from its text. */
  static Origin ofKernelXml(String file, String text) {
    Map<String, Integer> lines = new HashMap<>();
    Matcher elements = ELEMENT.matcher(text);
    int at = 0;
    int line = 1;
    while (elements.find()) {
      for (; at < elements.start(); at++) {
        line += text.charAt(at) == '\n' ? 1 : 0;
      }
      lines.putIfAbsent(elements.group(1) + " " + elements.group(2), line);
    }
    return new Origin(file, lines);
  }

  /** {@return the file with the line of something, or the file alone if that is not known} */
  String at(String what) {
    Integer line = lines.get(what);
    return line == null ? file : file + ":" + line;
  }
}
