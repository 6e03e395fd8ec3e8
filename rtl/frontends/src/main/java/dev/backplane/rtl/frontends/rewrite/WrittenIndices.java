package dev.backplane.rtl.frontends.rewrite;

import java.util.List;

/**
 * Writes what is in square brackets on one line, without comments and macros, and replaces macros
 * that have brackets inside or behind them, so that indices can be read in the text.
 */
public final class WrittenIndices {
  private WrittenIndices() {}

  /**
   * Rewrites a text.
   *
   * @param source the text
   * @param macros the macros that are known
   * @return the text with plain brackets
   */
  public static String rewrite(String source, MacroDefinitions macros) {
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (int at = 0; at < tokens.size(); at++) {
      Tokens.Token token = tokens.get(at);
      if (token.is("[")) {
        int close = Tokens.closing(tokens, at);
        if (close > 0) {
          brackets(source, tokens.subList(at, close + 1), macros, edits);
          at = close;
        }
      } else if (token.kind() == Tokens.Kind.MACRO) {
        MacroDefinitions.Use use = macros.use(tokens, at);
        boolean selected =
            use != null && use.end() < tokens.size() && tokens.get(use.end()).is("[");
        if (use != null
            && (selected || Tokens.of(use.text()).stream().anyMatch(each -> each.is("[")))) {
          edits.replace(token.start(), tokens.get(use.end() - 1).end(), " " + use.text() + " ");
          at = use.end() - 1;
        }
      }
    }
    return edits.apply();
  }

  private static void brackets(
      String source, List<Tokens.Token> tokens, MacroDefinitions macros, Edits edits) {
    int start = tokens.getFirst().start();
    int end = tokens.getLast().end();
    String text = source.substring(start, end);
    boolean macro = tokens.stream().anyMatch(token -> token.kind() == Tokens.Kind.MACRO);
    boolean directive = tokens.stream().anyMatch(token -> token.kind() == Tokens.Kind.DIRECTIVE);
    boolean plain = text.indexOf('\n') < 0 && !text.contains("/*");
    if (directive || (plain && !macro)) {
      return;
    }
    StringBuilder line = new StringBuilder();
    int before = start;
    for (int at = 0; at < tokens.size(); at++) {
      Tokens.Token token = tokens.get(at);
      line.append(token.start() > before ? " " : "");
      MacroDefinitions.Use use = token.kind() == Tokens.Kind.MACRO ? macros.use(tokens, at) : null;
      line.append(use == null ? Edits.plain(List.of(token)) : " " + use.text() + " ");
      at = use == null ? at : use.end() - 1;
      before = tokens.get(at).end();
    }
    edits.replace(start, end, line.toString());
  }
}
