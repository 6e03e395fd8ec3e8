package dev.backplane.rtl.frontend.macros;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Logic analysers and the like, which vendors generate for each design. They look and do not act,
 * so an empty module with the ports that the design connects does as well; what a virtual input
 * would drive is 0.
 */
final class DebugCores {
  private static final Pattern INSTANCE =
      Pattern.compile("\\b((?:system_)?ila|vio|jtag_axi|debug_bridge)(_\\w+)?\\s+(\\w+)\\s*\\(");
  private static final Pattern PORT = Pattern.compile("\\.(\\w+)\\s*\\(");

  private DebugCores() {}

  /**
   * Empty modules for the debug cores that a text instantiates.
   *
   * @param text Verilog without comments
   * @return modules by name
   */
  static SortedMap<String, String> shells(String text) {
    SortedMap<String, String> shells = new TreeMap<>();
    Matcher instances = INSTANCE.matcher(text);
    while (instances.find()) {
      String suffix = Optional.ofNullable(instances.group(2)).orElse("");
      String name = instances.group(1) + suffix;
      if (!isDeclared(name, text)) {
        shells.putIfAbsent(name, shell(name, connections(text, instances.end())));
      }
    }
    return shells;
  }

  private static boolean isDeclared(String name, String text) {
    return Pattern.compile("\\bmodule\\s+" + name + "\\b").matcher(text).find();
  }

  /** The names of the ports in the list of connections that begins at a place. */
  private static Set<String> connections(String text, int from) {
    Set<String> ports = new LinkedHashSet<>();
    int depth = 1;
    Matcher port = PORT.matcher(text);
    for (int at = from; at < text.length() && depth > 0; at++) {
      char c = text.charAt(at);
      if (c == '.' && depth == 1 && port.find(at) && port.start() == at) {
        ports.add(port.group(1));
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return ports;
  }

  private static String shell(String name, Set<String> ports) {
    StringBuilder module =
        new StringBuilder("// A debug core, which only looks.\nmodule " + name + " (");
    String separator = "\n";
    for (String port : ports) {
      boolean drives = port.startsWith("probe_out");
      module.append(separator).append(drives ? "  output wire " : "  input wire ").append(port);
      separator = ",\n";
    }
    module.append("\n);\n");
    ports.stream()
        .filter(port -> port.startsWith("probe_out"))
        .forEach(port -> module.append("  assign ").append(port).append(" = 1'b0;\n"));
    return module.append("endmodule\n").toString();
  }
}
