package dev.backplane.rtl.frontends.rewrite;

import java.util.List;

/**
 * Makes a chain of functions of a function that calls itself, which the tool does not know: each
 * calls the next one. The last one cannot be executed, so a recursion that does not end in time is
 * refused.
 */
public final class RecursiveFunctions {
  /** The deepest recursion. The text of the function is repeated once for each level. */
  private static final int DEPTH = 40;

  private RecursiveFunctions() {}

  /** {@return the text without functions that call themselves} */
  public static String rewrite(String source) {
    if (!source.contains("automatic")) {
      return source;
    }
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (int at = 0; at + 2 < tokens.size(); at++) {
      boolean begins =
          tokens.get(at).isWord()
              && tokens.get(at).is("function")
              && tokens.get(at + 1).is("automatic");
      int end = begins ? end(tokens, at) : -1;
      int name = end < 0 ? -1 : name(tokens, at + 2, end);
      if (name > 0) {
        chain(tokens, at, name, end, edits);
        at = end;
      }
    }
    return edits.apply();
  }

  private static int end(List<Tokens.Token> tokens, int from) {
    for (int at = from; at < tokens.size(); at++) {
      if (tokens.get(at).isWord() && tokens.get(at).is("endfunction")) {
        return at;
      }
    }
    return -1;
  }

  /** The place of the name: the last word before the arguments. */
  private static int name(List<Tokens.Token> tokens, int from, int end) {
    int found = -1;
    for (int at = from; at < end; at++) {
      if (tokens.get(at).is("[")) {
        at = Tokens.closing(tokens, at);
        if (at < 0) {
          return -1;
        }
      } else if (tokens.get(at).is("(") || tokens.get(at).is(";")) {
        return found;
      } else if (tokens.get(at).isWord()) {
        found = at;
      }
    }
    return -1;
  }

  private static boolean isCall(List<Tokens.Token> tokens, int at, String name) {
    return tokens.get(at).isWord()
        && tokens.get(at).is(name)
        && tokens.get(at + 1).is("(")
        && !tokens.get(at - 1).is(".");
  }

  private static void chain(List<Tokens.Token> tokens, int from, int nameAt, int end, Edits edits) {
    String name = tokens.get(nameAt).text();
    int body = Tokens.find(tokens, nameAt + 1, end, ";");
    boolean recursive = false;
    for (int at = body; at > 0 && at < end; at++) {
      recursive |= isCall(tokens, at, name);
    }
    if (!recursive) {
      return;
    }
    StringBuilder more = new StringBuilder();
    for (int level = 1; level <= DEPTH; level++) {
      more.append(' ').append(level(tokens, from, end, name, level));
    }
    // What ends the chain has a value that is no hardware, and no constant either.
    more.append(' ')
        .append(Edits.plain(tokens.subList(from, nameAt)))
        .append(' ')
        .append(inner(name, DEPTH + 1))
        .append(Edits.plain(tokens.subList(nameAt + 1, body + 1)))
        .append(" string why; why = \"a recursion of more than ")
        .append(DEPTH)
        .append(" calls, which needs Verilator 5.044 or newer,\"; return $random;")
        .append(" endfunction");
    for (int at = body; at < end; at++) {
      if (isCall(tokens, at, name)) {
        edits.insert(tokens.get(at).end(), inner(name, 1).substring(name.length()));
      }
    }
    boolean labelled = tokens.get(end + 1).is(":");
    edits.insert(tokens.get(labelled ? end + 2 : end).end(), more.toString());
  }

  private static String inner(String name, int level) {
    return name + "_in" + level;
  }

  private static String level(
      List<Tokens.Token> tokens, int from, int end, String name, int level) {
    StringBuilder text = new StringBuilder();
    int before = tokens.get(from).start();
    for (int at = from; at <= end; at++) {
      Tokens.Token token = tokens.get(at);
      text.append(token.start() > before ? " " : "");
      boolean own = token.isWord() && token.is(name) && !tokens.get(at - 1).is(".");
      boolean declaration = at < Tokens.find(tokens, from, end, ";");
      text.append(
          !own
              ? Edits.plain(List.of(token))
              : inner(name, isCall(tokens, at, name) && !declaration ? level + 1 : level));
      before = token.end();
    }
    return text.toString();
  }
}
