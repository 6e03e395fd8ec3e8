package dev.backplane.rtl.frontends.vhdl;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a VHDL file, with comments and literals recognised. */
final class VhdlText {
  /** Comments, strings and character literals; a tick after a name belongs to an attribute. */
  private static final Pattern NOISE =
      Pattern.compile(
          "--[^\\n]*|/\\*.*?\\*/|\"(?:[^\"\\n]|\"\")*\"|(?<![\\w)\\]\\\\])'[^\\n]'",
          Pattern.DOTALL);

  private static final int TAB = 8;

  private final String text;
  private final String blanked;

  VhdlText(String text) {
    this.text = text;
    // The blanked text has the same length, so that offsets are the same.
    blanked = NOISE.matcher(text).replaceAll(noise -> blank(noise.group()));
  }

  private static String blank(String noise) {
    return noise.replaceAll("[^\\n]", " ");
  }

  /** The text with comments and literals replaced by blanks. */
  String blanked() {
    return blanked;
  }

  /** The offset of a node; GHDL counts a tab as several columns. */
  int offset(SyntaxTree.Node node) {
    int at = 0;
    for (int line = 1; line < node.line(); line++) {
      at = text.indexOf('\n', at) + 1;
    }
    int column = Integer.parseInt(node.attribute("col"));
    for (int shown = 1; shown < column && at < text.length(); at++) {
      shown += text.charAt(at) == '\t' ? TAB - (shown - 1) % TAB : 1;
    }
    return at;
  }

  /** The offset of the first of some marks outside brackets; -1 if there is none. */
  int find(int from, String... marks) {
    int depth = 0;
    for (int at = from; at < blanked.length(); at++) {
      char c = blanked.charAt(at);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      for (String mark : marks) {
        if (depth == 0 && blanked.startsWith(mark, at)) {
          return at;
        }
      }
    }
    return -1;
  }

  /** Returns the place where a declaration ends: a semicolon, or the bracket around it. */
  int end(int from) {
    int depth = 0;
    for (int at = from; at < blanked.length(); at++) {
      char c = blanked.charAt(at);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth < 0 || (depth == 0 && c == ';')) {
        return at;
      }
    }
    return -1;
  }

  /** The offset of a word; -1 if there is none. */
  int word(int from, String word) {
    Matcher found = Pattern.compile("(?i)\\b" + word + "\\b").matcher(blanked);
    return found.find(from) ? found.start() : -1;
  }

  /** A part of the text on one line, without comments. */
  String plain(int from, int to) {
    StringBuilder plain = new StringBuilder(text.substring(from, to));
    Matcher comments = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL).matcher(plain);
    while (comments.find()) {
      if (blanked.substring(from + comments.start(), from + comments.end()).isBlank()
          && !insideLiteral(from + comments.start())) {
        plain.replace(comments.start(), comments.end(), blank(comments.group()));
      }
    }
    return plain.toString().replaceAll("\\s+", " ").strip();
  }

  private boolean insideLiteral(int at) {
    Matcher noise = NOISE.matcher(text);
    while (noise.find() && noise.start() <= at) {
      if (noise.end() > at && (noise.group().startsWith("\"") || noise.group().startsWith("'"))) {
        return true;
      }
    }
    return false;
  }
}
