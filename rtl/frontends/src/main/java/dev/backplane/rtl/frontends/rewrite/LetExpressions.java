package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces uses of {@code let} by their expressions, in brackets (IEEE 1800-2017, 11.12). Those
 * whose arguments have types, and names with several meanings are left as they are.
 */
public final class LetExpressions {
  private static final int MAX_ROUNDS = 32;
  private static final Pattern DECLARED = Pattern.compile("\\blet\\s");

  /**
   * A declared expression.
   *
   * @param formals its arguments with their defaults, which may be empty
   */
  private record Let(List<String> formals, List<String> defaults, List<Tokens.Token> body) {
    String text() {
      return formals + " " + defaults + " " + Edits.plain(body);
    }
  }

  private final Map<String, Let> lets = new HashMap<>();

  private LetExpressions() {}

  /** {@return the expressions of sources that have one meaning each} */
  public static LetExpressions of(Collection<String> texts) {
    LetExpressions all = new LetExpressions();
    Set<String> several = new HashSet<>();
    for (String text : texts) {
      if (!DECLARED.matcher(text).find()) {
        continue;
      }
      List<Tokens.Token> tokens = Tokens.of(text);
      for (int at = 0; at < tokens.size(); at++) {
        int end = declarationEnd(tokens, at);
        if (end > 0) {
          String name = tokens.get(at + 1).text();
          Let let = read(tokens, at + 2, end);
          Let other = let == null ? null : all.lets.put(name, let);
          if (let == null || (other != null && !other.text().equals(let.text()))) {
            several.add(name);
          }
        }
      }
    }
    all.lets.keySet().removeAll(several);
    return all;
  }

  /** The semicolon of a declaration that begins at a place, or -1. */
  private static int declarationEnd(List<Tokens.Token> tokens, int at) {
    boolean begins =
        tokens.get(at).isWord()
            && tokens.get(at).is("let")
            && at + 2 < tokens.size()
            && tokens.get(at + 1).isWord()
            && (tokens.get(at + 2).is("(") || tokens.get(at + 2).is("="));
    return begins ? Tokens.find(tokens, at, tokens.size(), ";") : -1;
  }

  private static @Nullable Let read(List<Tokens.Token> tokens, int from, int end) {
    int equals = from;
    List<String> formals = new ArrayList<>();
    List<String> defaults = new ArrayList<>();
    if (tokens.get(from).is("(")) {
      int close = Tokens.closing(tokens, from);
      for (List<Tokens.Token> part : Tokens.split(tokens, from + 1, close)) {
        List<Tokens.Token> formal =
            !part.isEmpty() && part.getFirst().is("untyped") ? part.subList(1, part.size()) : part;
        if (formal.isEmpty() && close == from + 1) {
          break;
        }
        boolean plain =
            !formal.isEmpty()
                && formal.getFirst().isWord()
                && (formal.size() == 1 || formal.get(1).is("="));
        if (!plain) {
          return null;
        }
        formals.add(formal.getFirst().text());
        defaults.add(formal.size() > 2 ? Edits.plain(formal.subList(2, formal.size())) : "");
      }
      equals = close + 1;
    }
    return equals < end && tokens.get(equals).is("=")
        ? new Let(formals, defaults, tokens.subList(equals + 1, end))
        : null;
  }

  /** {@return the text without those that are known} */
  public String rewrite(String source) {
    if (lets.isEmpty()) {
      return source;
    }
    String text = withoutDeclarations(source);
    String before = "";
    for (int round = 0; round < MAX_ROUNDS && !text.equals(before); round++) {
      before = text;
      text = withoutUses(before);
    }
    return text;
  }

  private String withoutDeclarations(String source) {
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (int at = 0; at < tokens.size(); at++) {
      int end = declarationEnd(tokens, at);
      if (end > 0 && lets.containsKey(tokens.get(at + 1).text())) {
        edits.replace(tokens.get(at).start(), tokens.get(end).end(), "");
        at = end;
      }
    }
    return edits.apply();
  }

  private String withoutUses(String source) {
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (int at = 0; at < tokens.size(); at++) {
      Tokens.Token token = tokens.get(at);
      Let let = token.isWord() ? lets.get(token.text()) : null;
      boolean member = at > 0 && tokens.get(at - 1).is(".");
      boolean called = at + 1 < tokens.size() && tokens.get(at + 1).is("(");
      if (let == null || member || (!called && !let.formals().isEmpty())) {
        continue;
      }
      int close = called ? Tokens.closing(tokens, at + 1) : at;
      String text = close < 0 ? null : use(let, called ? tokens.subList(at + 2, close) : List.of());
      if (text != null) {
        boolean inPackage = at > 1 && tokens.get(at - 1).is("::");
        edits.replace(tokens.get(inPackage ? at - 2 : at).start(), tokens.get(close).end(), text);
        at = close;
      }
    }
    return edits.apply();
  }

  /** The text of a use, or null if its arguments do not match. */
  private static @Nullable String use(Let let, List<Tokens.Token> arguments) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < let.formals().size(); i++) {
      values.put(let.formals().get(i), let.defaults().get(i));
    }
    List<List<Tokens.Token>> parts =
        arguments.isEmpty() ? List.of() : Tokens.split(arguments, 0, arguments.size());
    for (int i = 0; i < parts.size(); i++) {
      List<Tokens.Token> part = parts.get(i);
      boolean named = part.size() > 3 && part.getFirst().is(".") && part.get(2).is("(");
      if (i >= let.formals().size()) {
        return null;
      }
      if (named) {
        values.put(part.get(1).text(), Edits.plain(part.subList(3, part.size() - 1)));
      } else if (!part.isEmpty()) {
        values.put(let.formals().get(i), Edits.plain(part));
      }
    }
    if (values.size() != let.formals().size() || values.containsValue("")) {
      return null;
    }
    StringBuilder text = new StringBuilder("(");
    int before = let.body().getFirst().start();
    for (Tokens.Token token : let.body()) {
      String value = token.isWord() ? values.get(token.text()) : null;
      text.append(token.start() > before ? " " : "")
          .append(value == null ? Edits.plain(List.of(token)) : "(" + value + ")");
      before = token.end();
    }
    return text.append(')').toString();
  }
}
