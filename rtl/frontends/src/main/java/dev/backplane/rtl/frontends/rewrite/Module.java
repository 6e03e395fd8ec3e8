package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A module or interface in the tokens of a text.
 *
 * @param tokens the tokens of the text
 * @param name the place of its name
 * @param open the place of the bracket before its ports, -1 if there are none
 * @param close the place of the bracket behind them
 * @param header the place of the semicolon behind its header
 * @param end the place of the word that ends it
 */
record Module(List<Tokens.Token> tokens, int name, int open, int close, int header, int end) {
  private static final Map<String, String> ENDS =
      Map.of(
          "module", "endmodule",
          "macromodule", "endmodule",
          "interface", "endinterface",
          "program", "endprogram");

  /** The modules and interfaces of a text; those that cannot be followed are left out. */
  static List<Module> of(List<Tokens.Token> tokens) {
    List<Module> modules = new ArrayList<>();
    for (int at = 0; at < tokens.size(); at++) {
      Tokens.Token token = tokens.get(at);
      String end = token.isWord() ? ENDS.get(token.text()) : null;
      boolean elsewhere =
          at > 0 && (tokens.get(at - 1).is("extern") || tokens.get(at - 1).is("virtual"));
      if (end != null && !elsewhere) {
        Module module = read(tokens, at + 1, end);
        if (module != null) {
          modules.add(module);
          at = module.end();
        }
      }
    }
    return modules;
  }

  private static @Nullable Module read(List<Tokens.Token> tokens, int from, String endWord) {
    int name = from;
    while (name < tokens.size()
        && (tokens.get(name).is("automatic") || tokens.get(name).is("static"))) {
      name++;
    }
    if (name >= tokens.size() || !tokens.get(name).isWord()) {
      return null;
    }
    int header = Tokens.find(tokens, name + 1, tokens.size(), ";");
    // Imports come before parameters and ports.
    int at = name + 1;
    while (header > 0 && at < header && tokens.get(at).is("import")) {
      at = header + 1;
      header = Tokens.find(tokens, at, tokens.size(), ";");
    }
    int end = header < 0 ? -1 : end(tokens, header, endWord);
    if (end < 0) {
      return null;
    }
    if (at < header && tokens.get(at).is("#")) {
      at = Tokens.closing(tokens, at + 1) + 1;
    }
    int close = at > 0 && at < header && tokens.get(at).is("(") ? Tokens.closing(tokens, at) : -1;
    return new Module(tokens, name, close < 0 ? -1 : at, close, header, end);
  }

  private static int end(List<Tokens.Token> tokens, int from, String word) {
    for (int at = from; at < tokens.size(); at++) {
      if (tokens.get(at).isWord() && tokens.get(at).is(word)) {
        return at;
      }
    }
    return -1;
  }

  String nameText() {
    return tokens.get(name).text();
  }

  /** Its ports, without what is between them; none if it has no list. */
  List<List<Tokens.Token>> ports() {
    return open < 0 || close == open + 1 ? List.of() : Tokens.split(tokens, open + 1, close);
  }

  /** {@return whether directives are among its ports, so that these cannot be told} */
  boolean hasConditionalPorts() {
    return open >= 0
        && tokens.subList(open, close).stream()
            .anyMatch(token -> token.kind() == Tokens.Kind.DIRECTIVE);
  }

  List<Tokens.Token> body() {
    return tokens.subList(header + 1, end);
  }
}
