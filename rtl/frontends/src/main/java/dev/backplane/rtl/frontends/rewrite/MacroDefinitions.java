package dev.backplane.rtl.frontends.rewrite;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The macros of some sources that have one definition each. Immutable. */
public final class MacroDefinitions {
  private static final Pattern DEFINE =
      Pattern.compile(
          "`define\\s+(?<name>[A-Za-z_][\\w$]*)(?:\\((?<formals>[^()]*)\\))?(?<body>.*)",
          Pattern.DOTALL);
  private static final int MAX_DEPTH = 32;

  /**
   * A macro.
   *
   * @param formals its arguments, null if it has no list of them
   * @param body its text, without comments
   */
  private record Macro(@Nullable List<String> formals, List<Tokens.Token> body) {
    String text() {
      return formals + Edits.plain(body);
    }
  }

  private final Map<String, Macro> macros = new HashMap<>();

  private MacroDefinitions() {}

  /**
   * Collects definitions.
   *
   * @param texts the sources
   * @param given the names of macros that are defined outside of them
   * @return those that are the same wherever they are defined
   */
  public static MacroDefinitions of(Collection<String> texts, Set<String> given) {
    MacroDefinitions all = new MacroDefinitions();
    Set<String> several = new HashSet<>(given);
    for (String text : texts) {
      if (text.contains("`define")) {
        for (Tokens.Token token : Tokens.of(text)) {
          Matcher define = DEFINE.matcher(token.text());
          if (token.kind() == Tokens.Kind.DIRECTIVE && define.matches()) {
            all.add(define, several);
          }
        }
      }
    }
    all.macros.keySet().removeAll(several);
    return all;
  }

  private void add(Matcher define, Set<String> several) {
    String name = define.group("name");
    String body = define.group("body").replaceAll("\\\\\\r?\\n", " ");
    List<String> formals = null;
    if (define.group("formals") != null) {
      formals = List.of(define.group("formals").replaceAll("\\s", "").split(",", -1));
    }
    Macro macro = new Macro(formals, Tokens.of(body));
    Macro other = macros.put(name, macro);
    boolean plain =
        !body.contains("`\"")
            && !body.contains("`\\")
            && macro.body.stream().noneMatch(token -> token.kind() == Tokens.Kind.DIRECTIVE)
            && (formals == null || formals.stream().allMatch(each -> each.matches("[\\w$]+")));
    if (!plain || (other != null && !other.text().equals(macro.text()))) {
      several.add(name);
    }
  }

  /**
   * A use of a macro.
   *
   * @param text what it stands for, on one line
   * @param end the place behind it
   */
  record Use(String text, int end) {}

  /** The use of a macro at a place, or null if it is not known. */
  @Nullable Use use(List<Tokens.Token> tokens, int at) {
    return use(tokens, at, 0);
  }

  private @Nullable Use use(List<Tokens.Token> tokens, int at, int depth) {
    Macro macro = macros.get(tokens.get(at).text().substring(1));
    if (macro == null || depth > MAX_DEPTH) {
      return null;
    }
    int end = at + 1;
    List<List<Tokens.Token>> actuals = List.of();
    if (macro.formals != null) {
      int close = end < tokens.size() && tokens.get(end).is("(") ? Tokens.closing(tokens, end) : -1;
      if (close < 0) {
        return null;
      }
      actuals = Tokens.split(tokens, end + 1, close);
      end = close + 1;
      if (actuals.size() != macro.formals.size()
          || tokens.subList(at, end).stream()
              .anyMatch(token -> token.kind() == Tokens.Kind.DIRECTIVE)) {
        return null;
      }
    }
    StringBuilder text = new StringBuilder();
    int before = 0;
    for (Tokens.Token token : macro.body) {
      int formal =
          token.isWord() && macro.formals != null ? macro.formals.indexOf(token.text()) : -1;
      text.append(token.start() > before ? " " : "")
          .append(formal < 0 ? token.text() : Edits.plain(actuals.get(formal)));
      before = token.end();
    }
    String expanded = expand(text.toString().replaceAll("\\s*``\\s*", ""), depth + 1);
    return expanded == null ? null : new Use(expanded, end);
  }

  /** The text with all macros in it replaced, or null if one is not known. */
  private @Nullable String expand(String source, int depth) {
    List<Tokens.Token> tokens = Tokens.of(source);
    StringBuilder text = new StringBuilder();
    int before = 0;
    for (int at = 0; at < tokens.size(); at++) {
      Tokens.Token token = tokens.get(at);
      text.append(token.start() > before ? " " : "");
      before = token.end();
      if (token.is("`")) {
        return null;
      }
      if (token.kind() == Tokens.Kind.MACRO) {
        Use use = use(tokens, at, depth);
        if (use == null) {
          return null;
        }
        text.append(' ').append(use.text()).append(' ');
        at = use.end() - 1;
        before = tokens.get(at).end();
      } else {
        text.append(Edits.plain(List.of(token)));
      }
    }
    return text.toString();
  }
}
