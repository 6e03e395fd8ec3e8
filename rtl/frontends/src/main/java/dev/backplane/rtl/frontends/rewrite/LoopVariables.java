package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Begins loops with several variables, {@code for (int i = 0, j = 7; ...)}, in a block around the
 * loop, which has the variables.
 */
public final class LoopVariables {
  private static final Pattern SEVERAL = Pattern.compile("\\bfor\\s*\\([^;]*,");

  private LoopVariables() {}

  /** {@return the text with one variable, or none, in the head of each loop} */
  public static String rewrite(String source) {
    // A loop inside of another is changed in the next round.
    String before = "";
    String text = source;
    while (!text.equals(before)) {
      before = text;
      text = once(before);
    }
    return text;
  }

  private static String once(String source) {
    if (!SEVERAL.matcher(source).find()) {
      return source;
    }
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (int at = 0; at + 1 < tokens.size(); at++) {
      if (tokens.get(at).isWord() && tokens.get(at).is("for") && tokens.get(at + 1).is("(")) {
        int close = Tokens.closing(tokens, at + 1);
        int semicolon = close < 0 ? -1 : Tokens.find(tokens, at + 2, close, ";");
        int end = Statements.end(tokens, at);
        List<List<Tokens.Token>> parts =
            semicolon < 0 ? List.of() : Tokens.split(tokens, at + 2, semicolon);
        String start = parts.size() < 2 || end < 0 ? "" : start(parts);
        if (!start.isEmpty()) {
          edits.insert(tokens.get(at).start(), "begin " + start);
          edits.replace(tokens.get(at + 2).start(), tokens.get(semicolon - 1).end(), "");
          edits.insert(tokens.get(end - 1).end(), " end");
          at = end - 1;
        }
      }
    }
    return edits.apply();
  }

  /** The declarations and assignments of the variables, empty if they cannot be told. */
  private static String start(List<List<Tokens.Token>> parts) {
    List<String> declarations = new ArrayList<>();
    StringBuilder assignments = new StringBuilder();
    String type = "";
    for (List<Tokens.Token> part : parts) {
      int value = Tokens.find(part, 0, part.size(), "=");
      if (value < 1 || part.stream().anyMatch(token -> token.is("genvar"))) {
        return "";
      }
      List<Tokens.Token> target = part.subList(0, value);
      // A declared name has a type before it, and so has every part behind it.
      boolean declared =
          target.size() > 1
              && target.getLast().isWord()
              && (target.get(target.size() - 2).isWord() || target.get(target.size() - 2).is("]"));
      if (declared) {
        type =
            Edits.plain(
                target.subList(0, target.size() - 1).stream()
                    .filter(token -> !token.is("var"))
                    .toList());
      }
      if (!type.isEmpty()) {
        declarations.add(type + " " + target.getLast().text() + ";");
      }
      String name = type.isEmpty() ? Edits.plain(target) : target.getLast().text();
      assignments
          .append(' ')
          .append(name)
          .append(" = ")
          .append(Edits.plain(part.subList(value + 1, part.size())))
          .append(';');
    }
    return String.join(" ", declarations) + assignments + " ";
  }
}
