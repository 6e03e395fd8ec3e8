package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tokens of a Verilog text: words, numbers, strings, single characters, uses of macros, and
 * other directives as a whole. Comments are left out.
 */
final class Tokens {
  /** The kind of a token. */
  enum Kind {
    WORD,
    NUMBER,
    STRING,
    SYMBOL,
    PASTE,
    MACRO,
    DIRECTIVE
  }

  /** A token and its place in the text. */
  record Token(Kind kind, String text, int start, int end) {
    boolean is(String what) {
      return text.equals(what);
    }

    boolean isWord() {
      return kind == Kind.WORD;
    }
  }

  private static final Pattern DIRECTIVE =
      Pattern.compile(
          "`(?:define\\b(?:[^\\n"
              + "\\\\]|\\\\\\r"
              + "?\\n"
              + "|\\\\.)*+|(?:ifdef|ifndef|elsif|undef|default_nettype)\\s+\\w+|(?:include|timescale|line|pragma)\\b[^\\n"
              + "]*+|(?:else|endif|resetall|celldefine|endcelldefine|begin_keywords|end_keywords)\\b)");

  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:\\d[\\d_]*\\s*)?'[sS]?[bodhBODH]\\s*[\\w?]+|'[01xXzZ]\\b|\\d\\w*(?:\\.\\d\\w*)?");

  private final String text;
  private final Matcher directive;
  private final Matcher number;
  private final List<Token> tokens = new ArrayList<>();

  private Tokens(String text) {
    this.text = text;
    directive = DIRECTIVE.matcher(text);
    number = NUMBER.matcher(text);
  }

  static List<Token> of(String text) {
    Tokens scanner = new Tokens(text);
    int at = 0;
    while (at < text.length()) {
      at = scanner.next(at);
    }
    return scanner.tokens;
  }

  /** Reads what is at a place, and returns the place behind it. */
  private int next(int at) {
    char c = text.charAt(at);
    if (c <= ' ') {
      return at + 1;
    }
    if (text.startsWith("//", at)) {
      return behind("\n", at);
    }
    if (text.startsWith("/*", at)) {
      return behind("*/", at + 2);
    }
    if (c == '(' && isAttribute(at)) {
      return behind("*)", at + 2);
    }
    if (c == '"') {
      return add(Kind.STRING, at, stringEnd(at));
    }
    if (c == '`') {
      return directive(at);
    }
    if (c == '\\' || Character.isLetter(c) || c == '_' || c == '$') {
      return add(Kind.WORD, at, wordEnd(at));
    }
    boolean digits = Character.isDigit(c) || c == '\'';
    if (digits && number.region(at, text.length()).lookingAt()) {
      return add(Kind.NUMBER, at, number.end());
    }
    return add(Kind.SYMBOL, at, text.startsWith("::", at) ? at + 2 : at + 1);
  }

  private int add(Kind kind, int start, int end) {
    tokens.add(new Token(kind, text.substring(start, end), start, end));
    return end;
  }

  private int behind(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  /** {@return whether a bracket begins an attribute, and no list of signals: {@code @(*)}} */
  private boolean isAttribute(int at) {
    if (!text.startsWith("(*", at)) {
      return false;
    }
    int next = at + 2;
    while (next < text.length() && text.charAt(next) <= ' ') {
      next++;
    }
    return next < text.length() && text.charAt(next) != ')';
  }

  private int stringEnd(int start) {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), at + 1);
  }

  private int directive(int at) {
    if (text.startsWith("``", at)) {
      return add(Kind.PASTE, at, at + 2);
    }
    if (directive.region(at, text.length()).lookingAt()) {
      return add(Kind.DIRECTIVE, at, directive.end());
    }
    int end = wordEnd(at + 1);
    return end == at + 1 ? add(Kind.SYMBOL, at, end) : add(Kind.MACRO, at, end);
  }

  private int wordEnd(int start) {
    int at = start;
    if (at < text.length() && text.charAt(at) == '\\') {
      while (at < text.length() && text.charAt(at) > ' ') {
        at++;
      }
      return at;
    }
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  /** The place of the bracket that closes the one at a place, or -1. */
  static int closing(List<Token> tokens, int open) {
    int depth = 0;
    for (int at = open; at < tokens.size(); at++) {
      Token token = tokens.get(at);
      if (token.kind() == Kind.SYMBOL) {
        depth += "([{".contains(token.text()) ? 1 : ")]}".contains(token.text()) ? -1 : 0;
        if (depth == 0) {
          return at;
        }
      }
    }
    return -1;
  }

  /** The first place from one on, outside of brackets, of a symbol or word; -1 if there is none. */
  static int find(List<Token> tokens, int from, int end, String what) {
    for (int at = from; at >= 0 && at < end; at++) {
      Token token = tokens.get(at);
      if (token.kind() != Kind.STRING && token.is(what)) {
        return at;
      }
      if (token.kind() == Kind.SYMBOL && "([{".contains(token.text())) {
        at = closing(tokens, at);
        if (at < 0) {
          return -1;
        }
      }
    }
    return -1;
  }

  /** A list of tokens cut at the commas outside of brackets; parts may be empty. */
  static List<List<Token>> split(List<Token> tokens, int from, int end) {
    List<List<Token>> parts = new ArrayList<>();
    int start = from;
    while (true) {
      int comma = find(tokens, start, end, ",");
      if (comma < 0) {
        parts.add(tokens.subList(start, end));
        return parts;
      }
      parts.add(tokens.subList(start, comma));
      start = comma + 1;
    }
  }
}
