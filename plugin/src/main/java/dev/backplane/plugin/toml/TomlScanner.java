package dev.backplane.plugin.toml;

import java.util.Arrays;

/** A text and how far it was read: places, white space, comments, line ends. */
final class TomlScanner {
  static final int END = -1;

  private final String text;
  private final int[] lineStarts;
  private int at;

  TomlScanner(String text) {
    this.text = text;
    this.lineStarts = lineStarts(text);
  }

  int offset() {
    return at;
  }

  void skip(int count) {
    at += count;
  }

  int peek() {
    return peek(0);
  }

  int peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : END;
  }

  boolean startsWith(String expected) {
    return text.startsWith(expected, at);
  }

  String since(int offset) {
    return text.substring(offset, at);
  }

  void expect(char expected, String where) {
    if (peek() != expected) {
      throw error("expected '" + expected + "' " + where + ", found " + found());
    }
    at++;
  }

  void blanks() {
    while (peek() == ' ' || peek() == '\t') {
      at++;
    }
  }

  /** Skips white space, comments and line ends, as between the elements of an array. */
  void blanksAndLines() {
    do {
      blanks();
      comment();
    } while (newline());
  }

  /** Skips what may follow a header or value, and the line end. */
  void endOfLine() {
    blanks();
    comment();
    if (peek() != END && !newline()) {
      throw error("expected the end of the line, found " + found());
    }
  }

  boolean newline() {
    if (peek() == '\n') {
      at++;
      return true;
    }
    if (peek() == '\r' && peek(1) == '\n') {
      at += 2;
      return true;
    }
    return false;
  }

  private void comment() {
    if (peek() == '#') {
      while (peek() != END && peek() != '\n' && !(peek() == '\r' && peek(1) == '\n')) {
        refuseControl();
        at++;
      }
    }
  }

  /** Refuses control characters, of which only the tab may stand in strings and comments. */
  void refuseControl() {
    int c = peek();
    if ((c < ' ' && c != '\t') || c == 0x7f) {
      throw error("control character " + found() + " is not allowed here");
    }
  }

  String found() {
    int c = peek();
    if (c == END) {
      return "the end of the file";
    }
    if (c == '\n' || c == '\r') {
      return "the end of the line";
    }
    return c < ' ' || c == 0x7f
        ? "U+" + hex(c)
        : "'" + Character.toString(text.codePointAt(at)) + "'";
  }

  private static String hex(int c) {
    String digits = Integer.toHexString(c);
    return "0".repeat(4 - digits.length()) + digits;
  }

  TomlException error(String message) {
    return errorAt(at, message);
  }

  TomlException errorAt(int offset, String message) {
    return new TomlException(message, line(offset), column(offset));
  }

  TomlValue valueAt(int offset, Object content) {
    return new TomlValue(content, line(offset), column(offset));
  }

  private int line(int offset) {
    int index = Arrays.binarySearch(lineStarts, offset);
    return index >= 0 ? index + 1 : -index - 1;
  }

  private int column(int offset) {
    return offset - lineStarts[line(offset) - 1] + 1;
  }

  private static int[] lineStarts(String text) {
    int lines = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      lines++;
    }
    int[] starts = new int[lines];
    int line = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      starts[line++] = i + 1;
    }
    return starts;
  }
}
