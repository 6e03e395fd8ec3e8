package dev.backplane.rtl.frontend.rewrite;

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

  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n"
              + "]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/|\\(\\*(?!\\s*\\))(?:[^*]|\\*(?!\\)))*+\\*\\)|\\s++|(?<string>\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")|(?<directive>`define\\b(?:[^\\n"
              + "\\\\]|\\\\\\r"
              + "?\\n"
              + "|\\\\.)*+|`(?:ifdef|ifndef|elsif|undef|default_nettype)\\s+\\w+|`(?:include|timescale|line|pragma)\\b[^\\n"
              + "]*+|`(?:else|endif|resetall|celldefine|endcelldefine|begin_keywords|end_keywords)\\b)"
              + "|(?<paste>``)|(?<macro>`[A-Za-z_][\\w$]*)|(?<word>[A-Za-z_$][\\w$]*|\\\\\\S+)"
              + "|(?<number>(?:\\d[\\d_]*\\s*)?'[sS]?[bodhBODH]\\s*[\\w?]+|'[01xXzZ]\\b|\\d[\\w]*(?:\\.\\d\\w*)?)"
              + "|(?<symbol>::|.)",
          Pattern.DOTALL);

  private Tokens() {}

  static List<Token> of(String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      for (Kind kind : Kind.values()) {
        String found = matcher.group(kind.name().toLowerCase(java.util.Locale.ROOT));
        if (found != null) {
          tokens.add(new Token(kind, found, matcher.start(), matcher.end()));
        }
      }
    }
    return tokens;
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
