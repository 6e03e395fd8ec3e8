package dev.backplane.rtl.images;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of a description and the lines of its elements.
 *
 * @param file its name, as given by the user
 * @param lines the lines of its elements, by kind and name: {@code arg a}, {@code port m_axi_gmem}
 */
record DescriptionLocations(String file, Map<String, Integer> lines) {
  private static final Pattern ELEMENT =
      Pattern.compile("<(port|arg|kernel)\\s[^>]*?\\bname\\s*=\\s*[\"']([^\"']*)[\"']");

  DescriptionLocations {
    lines = Map.copyOf(lines);
  }

  /** Finds the elements of a kernel.xml in its text. */
  static DescriptionLocations ofKernelXml(String file, String text) {
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
    return new DescriptionLocations(file, lines);
  }

  /** {@return the file and the line of an element, or only the file if the line is unknown} */
  String locationOf(String what) {
    Integer line = lines.get(what);
    return line == null ? file : file + ":" + line;
  }
}
