package dev.backplane.rtl.frontends.macros;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Debug cores such as logic analysers. They only observe, so a stub replaces them; outputs of
 * virtual inputs are 0. The vendor's tool generates such a core with configured ports, so the ports
 * of the stub are found from the connections in the source.
 */
final class DebugCores {
  /** The widest probe of the vendor's cores; narrower ones are padded. */
  static final int WIDTH = 4096;

  private static final Pattern CORE =
      Pattern.compile("\\b((?:\\w+_)?(?:ila|vio|system_ila|jtag_axi|debug_bridge)(?:_\\w+)?)\\b");
  private static final Pattern OUTPUT =
      Pattern.compile(
          "probe_out\\w*|trig_out|trig_in_ack|m_axi_(?:aw|ar|w)(?!ready)\\w+|m_axi_[br]ready");
  private static final Pattern BIT = Pattern.compile("clk\\w*|trig_\\w+");
  private static final Pattern HEADER =
      Pattern.compile(
          "\\s*+(#\\s*+\\()?\\s*+(?:(?!(?:if|for|foreach|case[xz]?|while|repeat|assert|assume|cover)\\b)"
              + "\\w++\\s*+(?:\\[[^\\]]*+\\]\\s*+)?\\()?+");

  /** Keywords in front of a type in a declaration; they do not precede an instance. */
  private static final Pattern DECLARING =
      Pattern.compile("\\b(?:function|automatic|static|virtual|input|output|ref|const)\\s+$");

  private static final Pattern CONNECTION = Pattern.compile("\\.\\s*+(\\w++|\\*)");

  private final Map<String, Set<String>> ports = new TreeMap<>();
  private final Map<String, Set<String>> parameters = new TreeMap<>();

  /**
   * Finds instances.
   *
   * @param text Verilog without comments
   * @param defined the names of defined modules, in lower case
   * @param file the name of the file
   */
  void find(String text, Set<String> defined, String file) {
    Matcher core = CORE.matcher(text);
    while (core.find()) {
      String name = core.group(1);
      if (defined.contains(name.toLowerCase(Locale.ROOT))
          || DECLARING.matcher(text).region(Math.max(0, core.start() - 40), core.start()).find()) {
        continue;
      }
      String place = file + ":" + line(text, core.start());
      int at = core.end();
      String values = "";
      Matcher header = HEADER.matcher(text).region(at, text.length());
      if (header.lookingAt() && header.group(1) != null) {
        int open = header.end(1);
        at = closingBracket(text, open);
        if (at < 0) {
          continue; // a tool will report the error
        }
        values = text.substring(open, at - 1);
        header.region(at, text.length());
      }
      if (header.lookingAt() && header.end() > at && text.charAt(header.end() - 1) == '(') {
        int end = closingBracket(text, header.end());
        if (end > 0) {
          addConnectedNames(parameters, name, values, place);
          addConnectedNames(ports, name, text.substring(header.end(), end - 1), place);
        }
      }
    }
  }

  private static void addConnectedNames(
      Map<String, Set<String>> into, String core, String connections, String place) {
    Set<String> names = into.computeIfAbsent(core, any -> new TreeSet<>());
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= connections.length(); i++) {
      char c = i == connections.length() ? ',' : connections.charAt(i);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (c == ',' && depth == 0) {
        String one = connections.substring(from, i).strip();
        from = i + 1;
        Matcher port = CONNECTION.matcher(one);
        if (one.isEmpty()) {
          continue;
        }
        if (!port.lookingAt() || port.group(1).equals("*")) {
          throw new RtlException(
              RtlError.SOURCE_UNSUPPORTED,
              place
                  + ": the debug core '"
                  + core
                  + "' is not connected port by port, so its ports cannot be told. Connect it by"
                  + " name, leave it out with `ifdef, or give an empty module of this name");
        }
        names.add(port.group(1));
      }
    }
  }

  /**
   * The index behind the closing bracket of a bracket that was opened just before; -1 if there is
   * none.
   */
  private static int closingBracket(String text, int from) {
    int depth = 1;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static int line(String text, int at) {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  /** {@return stubs for the cores that were found, by name} */
  SortedMap<String, String> stubs() {
    SortedMap<String, String> shells = new TreeMap<>();
    ports.forEach((core, names) -> shells.put(core, stub(core, names)));
    return shells;
  }

  private String stub(String core, Set<String> names) {
    Set<String> known = parameters.getOrDefault(core, Set.of());
    StringBuilder text =
        new StringBuilder("// A debug core, which only looks.\nmodule ").append(core);
    text.append(
        known.isEmpty()
            ? ""
            : known.stream()
                .map(name -> "parameter " + name + " = 0")
                .collect(Collectors.joining(", ", " #(", ")")));
    StringBuilder zeros = new StringBuilder();
    String separator = " (\n";
    for (String name : names) {
      boolean drives = OUTPUT.matcher(name).matches();
      String range = BIT.matcher(name).matches() ? "" : "[" + (WIDTH - 1) + ":0] ";
      text.append(separator).append(drives ? "  output wire " : "  input wire ");
      text.append(range).append(name);
      zeros.append(drives ? "  assign " + name + " = 0;\n" : "");
      separator = ",\n";
    }
    return text.append("\n);\n").append(zeros).append("endmodule\n").toString();
  }
}
