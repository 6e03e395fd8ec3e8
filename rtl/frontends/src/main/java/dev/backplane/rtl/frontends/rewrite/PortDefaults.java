package dev.backplane.rtl.frontends.rewrite;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes default values from input ports, and keeps each in a constant of the module, see {@link
 * Marker#DEFAULT}.
 */
public final class PortDefaults {
  private static final Pattern ANY = Pattern.compile("\\binput\\b[^;]*=");
  private static final Set<String> DIRECTIONS = Set.of("input", "output", "inout", "ref");
  private static final Set<String> NETS = Set.of("wire", "tri", "var", "uwire", "wand", "wor");

  private PortDefaults() {}

  /** {@return the text without values of inputs} */
  public static String rewrite(String source) {
    if (!ANY.matcher(source).find()) {
      return source;
    }
    Edits edits = new Edits(source);
    for (Module module : Module.of(Tokens.of(source))) {
      if (!module.hasConditionalPorts()) {
        ports(module, edits);
      }
    }
    return edits.apply();
  }

  private static void ports(Module module, Edits edits) {
    String direction = "";
    String type = "";
    for (List<Tokens.Token> port : module.ports()) {
      if (port.isEmpty()) {
        continue;
      }
      int value = Tokens.find(port, 0, port.size(), "=");
      int end = value < 0 ? port.size() : value;
      String name = WiredNets.portName(port);
      int at = nameAt(port, end, name);
      if (at < 0) {
        return;
      }
      if (DIRECTIONS.contains(port.getFirst().text())) {
        direction = port.getFirst().text();
      }
      if (at > 0) {
        type =
            Edits.plain(
                port.subList(0, at).stream()
                    .filter(
                        token -> !DIRECTIONS.contains(token.text()) && !NETS.contains(token.text()))
                    .toList());
      }
      // An array needs its type to be declared first.
      boolean plain = at == end - 1 && !name.startsWith("\\");
      if (value > 0 && direction.equals("input") && plain) {
        edits.replace(port.get(value).start(), port.getLast().end(), "");
        edits.insert(
            module.tokens().get(module.header()).end(),
            " localparam %s %s = %s;"
                .formatted(
                    type.isEmpty() ? "[0:0]" : type,
                    Marker.DEFAULT.of(name),
                    Edits.plain(port.subList(value + 1, port.size()))));
      }
    }
  }

  private static int nameAt(List<Tokens.Token> port, int end, String name) {
    for (int at = end - 1; at >= 0; at--) {
      if (port.get(at).isWord() && port.get(at).is(name)) {
        return at;
      }
    }
    return -1;
  }
}
