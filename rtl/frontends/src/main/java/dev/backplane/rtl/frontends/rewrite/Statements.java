package dev.backplane.rtl.frontends.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The extent of statements in tokens. */
final class Statements {
  private static final Map<String, String> BLOCKS =
      Map.of(
          "begin", "end",
          "fork", "join",
          "case", "endcase",
          "casez", "endcase",
          "casex", "endcase",
          "randcase", "endcase");

  private static final Set<String> QUALIFIERS = Set.of("unique", "unique0", "priority");

  private static final Set<String> LOOPS = Set.of("for", "foreach", "while", "repeat");

  private Statements() {}

  /** The place behind a statement, or -1 if it cannot be told. */
  static int end(List<Tokens.Token> tokens, int at) {
    if (at < 0 || at >= tokens.size()) {
      return -1;
    }
    Tokens.Token token = tokens.get(at);
    String word = token.text();
    if (BLOCKS.containsKey(word)) {
      int close = blockEnd(tokens, at);
      boolean named = close > 0 && close + 1 < tokens.size() && tokens.get(close).is(":");
      return named ? close + 2 : close;
    }
    if (QUALIFIERS.contains(word)) {
      return end(tokens, at + 1);
    }
    if (LOOPS.contains(word)) {
      return end(tokens, behindBrackets(tokens, at + 1));
    }
    if (word.equals("if")) {
      int then = end(tokens, behindBrackets(tokens, at + 1));
      boolean more = then > 0 && then < tokens.size() && tokens.get(then).is("else");
      return more ? end(tokens, then + 1) : then;
    }
    if (word.equals("do")) {
      int body = end(tokens, at + 1);
      return body < 0 ? -1 : behindBrackets(tokens, body + 1) + 1;
    }
    if (token.isWord() && at + 1 < tokens.size() && tokens.get(at + 1).is(":")) {
      return end(tokens, at + 2);
    }
    int semicolon = Tokens.find(tokens, at, tokens.size(), ";");
    return semicolon < 0 ? -1 : semicolon + 1;
  }

  private static int behindBrackets(List<Tokens.Token> tokens, int open) {
    boolean brackets = open < tokens.size() && tokens.get(open).is("(");
    int close = brackets ? Tokens.closing(tokens, open) : -1;
    return close < 0 ? -1 : close + 1;
  }

  private static int blockEnd(List<Tokens.Token> tokens, int from) {
    int depth = 0;
    for (int at = from; at < tokens.size(); at++) {
      String text = tokens.get(at).isWord() ? tokens.get(at).text() : "";
      if (BLOCKS.containsKey(text)) {
        depth++;
      } else if (BLOCKS.containsValue(text) || text.startsWith("join_")) {
        depth--;
        if (depth == 0) {
          return at + 1;
        }
      }
    }
    return -1;
  }
}
