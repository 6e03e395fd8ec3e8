package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes plain wires of {@code wand}, {@code wor} and their kind, with a {@link Marker} beside. */
public final class WiredNets {
  private static final Map<String, Marker> KINDS =
      Map.of(
          "wand", Marker.WIRED_AND,
          "triand", Marker.WIRED_AND,
          "wor", Marker.WIRED_OR,
          "trior", Marker.WIRED_OR);

  private static final Pattern ANY = Pattern.compile("\\b(?:wand|triand|wor|trior)\\b");

  /** The text that may be between the kind of a net and its name. */
  private static final Set<String> BEFORE_NAME =
      Set.of("signed", "unsigned", "vectored", "scalared", "logic");

  /** The words that begin a port of another kind. */
  private static final Set<String> OTHER_KIND =
      Set.of("input", "output", "inout", "wire", "tri", "logic", "reg", "var", "ref", "bit");

  private WiredNets() {}

  /** {@return the text with plain wires} */
  public static String rewrite(String source) {
    if (!ANY.matcher(source).find()) {
      return source;
    }
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (Module module : Module.of(tokens)) {
      ports(module, edits);
      for (int at = module.header() + 1; at < module.end(); at++) {
        Marker marker = marker(tokens.get(at));
        int end = marker == null ? -1 : Tokens.find(tokens, at, module.end(), ";");
        if (marker != null && end > 0) {
          declaration(tokens, at, end, marker, edits);
        }
      }
    }
    return edits.apply();
  }

  private static @Nullable Marker marker(Tokens.Token token) {
    return token.isWord() ? KINDS.get(token.text()) : null;
  }

  private static void declaration(
      List<Tokens.Token> tokens, int kind, int end, Marker marker, Edits edits) {
    List<String> names = new ArrayList<>();
    int from = kind + 1;
    while (from > 0 && from < end && !isName(tokens.get(from))) {
      Tokens.Token token = tokens.get(from);
      if (token.is("#") && !tokens.get(from + 1).is("(")) {
        from++;
      } else if (token.is("(") || token.is("[")) {
        from = Tokens.closing(tokens, from);
      }
      from++;
    }
    for (List<Tokens.Token> part : Tokens.split(tokens, from, end)) {
      boolean array = part.size() > 1 && part.get(1).is("[");
      if (part.isEmpty() || !isName(part.getFirst()) || array) {
        return;
      }
      names.add(part.getFirst().text());
    }
    mark(tokens.get(kind), tokens.get(end), names, marker, edits);
  }

  private static boolean isName(Tokens.Token token) {
    return token.isWord() && !token.is("\\") && !BEFORE_NAME.contains(token.text());
  }

  private static void mark(
      Tokens.Token kind, Tokens.Token end, List<String> names, Marker marker, Edits edits) {
    if (names.stream().anyMatch(name -> name.isEmpty() || name.startsWith("\\"))) {
      return;
    }
    edits.replace(kind.start(), kind.end(), "wire");
    for (String name : names) {
      // A net with a strength is not replaced by one of its drivers, if that is constant.
      edits.insert(
          end.end(),
          " localparam %s = 1; assign (pull0, pull1) %s = %s;"
              .formatted(marker.of(name), name, name));
    }
  }

  private static void ports(Module module, Edits edits) {
    List<List<Tokens.Token>> ports = module.ports();
    for (int i = 0; i < ports.size(); i++) {
      for (Tokens.Token token : ports.get(i)) {
        Marker marker = marker(token);
        if (marker != null) {
          List<String> names = new ArrayList<>(List.of(portName(ports.get(i))));
          for (int next = i + 1; next < ports.size() && isSameKind(ports.get(next)); next++) {
            names.add(portName(ports.get(next)));
          }
          mark(token, module.tokens().get(module.header()), names, marker, edits);
        }
      }
    }
  }

  private static boolean isSameKind(List<Tokens.Token> port) {
    return !port.isEmpty()
        && port.stream()
            .noneMatch(token -> marker(token) != null || OTHER_KIND.contains(token.text()));
  }

  /** The name of a port with its type: the last word outside of brackets, before a value. */
  static String portName(List<Tokens.Token> port) {
    String name = "";
    int end = Tokens.find(port, 0, port.size(), "=");
    for (int at = 0; at < (end < 0 ? port.size() : end); at++) {
      if (port.get(at).isWord()) {
        name = port.get(at).text();
      } else if (port.get(at).is("[") || port.get(at).is("(")) {
        at = Tokens.closing(port, at);
      }
    }
    return name;
  }
}
