package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives plain ports to modules whose headers have expressions: {@code module m(.a(x[3:0]), .b({y,
 * z}))} becomes {@code module m(a, b)}, with assignments between the ports and what the expressions
 * name. Tools know no such headers, or only parts of them.
 */
public final class PortExpressions {
  /** A header with a dot, a brace or a selection that has no direction before. */
  private static final Pattern ANY =
      Pattern.compile(
          "\\bmodule\\b[^;]*?\\((?:[^;]*?[,(\\s])?(?:\\.|\\{)[^;]*;|\\bmodule\\b[^;]*\\]");

  private static final Set<String> DIRECTIONS = Set.of("input", "output", "inout");
  private static final Set<String> TYPES =
      Set.of(
          "reg", "wire", "logic", "bit", "tri", "integer", "int", "byte", "uwire", "wand", "wor");

  private final Module module;
  private final Edits edits;

  /** A port that is an expression. */
  private record Port(String name, List<Tokens.Token> expression, String direction) {}

  private PortExpressions(Module module, Edits edits) {
    this.module = module;
    this.edits = edits;
  }

  /** {@return the text with plain ports; modules that cannot be followed are as they were} */
  public static String rewrite(String source) {
    if (!ANY.matcher(source).find()) {
      return source;
    }
    String renamed = eachModule(source, PortExpressions::renameInner);
    return eachModule(renamed, PortExpressions::connect);
  }

  private static String eachModule(String source, Consumer<PortExpressions> change) {
    Edits edits = new Edits(source);
    for (Module module : Module.of(Tokens.of(source))) {
      if (!module.hasConditionalPorts()) {
        change.accept(new PortExpressions(module, edits));
      }
    }
    return edits.apply();
  }

  /** The ports that are expressions, and null for the others; empty if there are none of these. */
  private List<@Nullable Port> ports() {
    List<@Nullable Port> ports = new ArrayList<>();
    boolean any = false;
    String direction = "";
    for (List<Tokens.Token> part : module.ports()) {
      int at = 0;
      if (!part.isEmpty() && DIRECTIONS.contains(part.getFirst().text())) {
        direction = part.getFirst().text();
        at = 1;
      }
      Port port = port(part.subList(at, part.size()), direction, ports.size());
      any |= port != null;
      ports.add(port);
    }
    return any ? ports : List.of();
  }

  private static @Nullable Port port(List<Tokens.Token> part, String direction, int index) {
    if (part.size() >= 4
        && part.getFirst().is(".")
        && part.get(1).isWord()
        && part.get(2).is("(")
        && Tokens.closing(part, 2) == part.size() - 1) {
      return new Port(part.get(1).text(), part.subList(3, part.size() - 1), direction);
    }
    boolean joined = !part.isEmpty() && part.getFirst().is("{");
    boolean selected =
        direction.isEmpty()
            && part.size() > 1
            && part.getFirst().isWord()
            && part.get(1).is("[")
            && part.getLast().is("]");
    return joined || selected ? new Port("port_" + (index + 1), part, direction) : null;
  }

  /** The names in an expression, without those in indices. */
  private static Set<String> names(List<Tokens.Token> expression) {
    Set<String> names = new HashSet<>();
    for (int at = 0; at < expression.size(); at++) {
      if (expression.get(at).is("[")) {
        at = Tokens.closing(expression, at);
      } else if (expression.get(at).isWord()) {
        names.add(expression.get(at).text());
      }
    }
    return names;
  }

  /** Gives other names to what is inside and has the name of such a port. */
  private void renameInner() {
    Set<String> words = new HashSet<>();
    module
        .tokens()
        .subList(module.open() + 1, module.end())
        .forEach(each -> words.add(each.text()));
    Map<String, String> other = new HashMap<>();
    for (Port port : ports()) {
      if (port != null) {
        String inner = port.name() + "_inside";
        while (words.contains(inner)) {
          inner += "_";
        }
        other.put(port.name(), inner);
      }
    }
    for (int at = other.isEmpty() ? module.end() : module.open() + 1; at < module.end(); at++) {
      Tokens.Token token = module.tokens().get(at);
      String inner = token.isWord() ? other.get(token.text()) : null;
      if (inner != null && !module.tokens().get(at - 1).is(".")) {
        edits.insert(token.end(), inner.substring(token.text().length()));
      }
    }
  }

  private void connect() {
    List<@Nullable Port> ports = ports();
    if (ports.isEmpty()) {
      return;
    }
    Set<String> inside = new HashSet<>();
    for (Port port : ports) {
      if (port != null) {
        inside.addAll(names(port.expression()));
      }
    }
    List<Declaration> declarations = new ArrayList<>();
    Map<String, Declaration> byName = new LinkedHashMap<>();
    Set<String> declared = new HashSet<>();
    readBody(declarations, byName, declared);
    StringBuilder connections = new StringBuilder();
    for (Port port : ports) {
      String text = port == null ? "" : connection(port, byName);
      if (text == null) {
        return; // one that is neither an input nor an output
      }
      connections.append(text);
    }
    for (Declaration declaration : declarations) {
      if (declaration.names().keySet().stream().anyMatch(inside::contains)) {
        edits.replace(
            module.tokens().get(declaration.first()).start(),
            module.tokens().get(declaration.last()).end(),
            declaration.withInside(inside, declared));
      }
    }
    List<List<Tokens.Token>> parts = module.ports();
    for (int i = 0; i < parts.size(); i++) {
      Port port = ports.get(i);
      if (port != null) {
        String direction = port.direction().isEmpty() ? "" : port.direction() + " ";
        String range = direction.isEmpty() ? "" : range(port, byName);
        edits.replace(
            parts.get(i).getFirst().start(),
            parts.get(i).getLast().end(),
            direction + range + port.name());
      }
    }
    edits.insert(module.tokens().get(module.end()).start(), connections.toString());
  }

  /** The range of a port, as wide as its expression. */
  private static String range(Port port, Map<String, Declaration> byName) {
    String text = Edits.plain(port.expression());
    Declaration scalar = port.expression().size() == 1 ? byName.get(text) : null;
    return scalar != null && scalar.type().isEmpty() && scalar.hasPlain(text)
        ? ""
        : "[$bits(" + text + ")-1:0] ";
  }

  private static @Nullable String connection(Port port, Map<String, Declaration> byName) {
    if (port.expression().isEmpty()) {
      return port.direction().isEmpty() ? "input " + port.name() + "; " : "";
    }
    String text = Edits.plain(port.expression());
    Set<String> directions = new HashSet<>();
    for (String name : names(port.expression())) {
      Declaration declaration = byName.get(name);
      if (declaration != null && !declaration.hasPlain(name)) {
        return null; // an array
      }
      directions.add(
          !port.direction().isEmpty()
              ? port.direction()
              : declaration == null ? "" : declaration.direction());
    }
    String declaration =
        port.direction().isEmpty() ? "%s " + range(port, byName) + port.name() + "; " : "";
    if (directions.equals(Set.of("input"))) {
      return declaration.formatted("input") + "assign " + text + " = " + port.name() + "; ";
    }
    return directions.equals(Set.of("output"))
        ? declaration.formatted("output") + "assign " + port.name() + " = " + text + "; "
        : null;
  }

  /**
   * A declaration of ports in the body.
   *
   * @param type what is between the direction and the names
   * @param names the names with what is behind each
   */
  private record Declaration(
      int first, int last, String direction, String type, Map<String, String> names) {
    boolean hasPlain(String name) {
      return !names.getOrDefault(name, "").contains("[");
    }

    /** The same declaration with what is no port any more. */
    String withInside(Set<String> inside, Set<String> declared) {
      StringBuilder text = new StringBuilder();
      boolean kind = TYPES.stream().anyMatch(each -> type.matches(each + "\\b.*"));
      names.forEach(
          (name, behind) -> {
            String what = type.isEmpty() ? "" : type + " ";
            if (!inside.contains(name)) {
              text.append(direction + " " + what + name + behind + "; ");
            } else if (!declared.contains(name)) {
              text.append((kind ? "" : "wire ") + what + name + behind + "; ");
            }
          });
      return text.toString().stripTrailing();
    }
  }

  /** Reads the declarations of ports in the body, and the names that have another one. */
  private void readBody(
      List<Declaration> declarations, Map<String, Declaration> byName, Set<String> declared) {
    List<Tokens.Token> tokens = module.tokens();
    boolean begins = true;
    for (int at = module.header() + 1; at < module.end(); at++) {
      Tokens.Token token = tokens.get(at);
      boolean port = DIRECTIONS.contains(token.text());
      int end =
          begins && (port || TYPES.contains(token.text()))
              ? Tokens.find(tokens, at, module.end(), ";")
              : -1;
      if (end > 0) {
        List<List<Tokens.Token>> parts = Tokens.split(tokens, at + 1, end);
        int name = firstName(parts.getFirst());
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
          List<Tokens.Token> part =
              i == 0 ? parts.getFirst().subList(name, parts.getFirst().size()) : parts.get(i);
          if (!part.isEmpty()) {
            String behind = Edits.plain(part.subList(1, part.size()));
            names.put(part.getFirst().text(), behind.isEmpty() ? "" : " " + behind);
          }
        }
        if (port) {
          Declaration declaration =
              new Declaration(
                  at, end, token.text(), Edits.plain(parts.getFirst().subList(0, name)), names);
          declarations.add(declaration);
          names.keySet().forEach(each -> byName.put(each, declaration));
        } else {
          declared.addAll(names.keySet());
        }
        at = end;
      }
      String text = tokens.get(at).text();
      begins =
          text.equals(";")
              || text.startsWith("end")
              || text.equals("begin")
              || tokens.get(at).kind() == Tokens.Kind.DIRECTIVE;
      if (text.equals("function") || text.equals("task")) {
        String close = "end" + text;
        while (at < module.end() && !tokens.get(at).is(close)) {
          at++;
        }
        begins = true;
      }
    }
  }

  /** The place of the first declared name: the last word before a value that is in no brackets. */
  private static int firstName(List<Tokens.Token> part) {
    int found = 0;
    for (int at = 0; at < part.size() && !part.get(at).is("="); at++) {
      if (part.get(at).is("[") || part.get(at).is("(")) {
        at = Tokens.closing(part, at);
      } else if (part.get(at).isWord()) {
        found = at;
      }
    }
    return found;
  }
}
