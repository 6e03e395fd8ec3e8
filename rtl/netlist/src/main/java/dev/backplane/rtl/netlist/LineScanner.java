package dev.backplane.rtl.netlist;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.math.BigInteger;

/** Scans one line of a netlist text. */
final class LineScanner {
  private final String line;
  private final int number;
  private int position;

  LineScanner(String line, int number) {
    this.line = line;
    this.number = number;
    skipSpace();
  }

  boolean atEnd() {
    return position == line.length();
  }

  /** Consumes a character and the space after it, if it is next. */
  boolean accept(char c) {
    if (position < line.length() && line.charAt(position) == c) {
      position++;
      skipSpace();
      return true;
    }
    return false;
  }

  void expect(char c) {
    if (!accept(c)) {
      throw error("'" + c + "' expected");
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw error("more than the line needs");
    }
  }

  void expectWord(String word) {
    if (!acceptWord(word)) {
      throw error("'" + word + "' expected");
    }
  }

  boolean acceptWord(String word) {
    int end = position + word.length();
    if (line.startsWith(word, position) && (end == line.length() || line.charAt(end) == ' ')) {
      position = end;
      skipSpace();
      return true;
    }
    return false;
  }

  /** Scans a keyword: lower case letters and underscores. */
  String word() {
    int from = position;
    while (position < line.length()
        && (isLower(line.charAt(position)) || line.charAt(position) == '_')) {
      position++;
    }
    if (from == position) {
      throw error("a word expected");
    }
    String word = line.substring(from, position);
    skipSpace();
    return word;
  }

  boolean nextIsDigit() {
    return position < line.length() && isDigit(line.charAt(position));
  }

  String name() {
    return position < line.length() && line.charAt(position) == '"' ? quoted() : plain();
  }

  private String plain() {
    int from = position;
    if (nextIsDigit()) {
      throw error("a name expected");
    }
    while (position < line.length() && isNamePart(line.charAt(position))) {
      position++;
    }
    if (from == position) {
      throw error("a name expected");
    }
    String name = line.substring(from, position);
    skipSpace();
    return name;
  }

  private String quoted() {
    StringBuilder name = new StringBuilder();
    position++;
    while (position < line.length() && line.charAt(position) != '"') {
      char c = line.charAt(position++);
      if (c == '\\') {
        c = escaped();
      }
      name.append(c);
    }
    if (position == line.length()) {
      throw error("a quoted name does not end");
    }
    if (name.isEmpty()) {
      throw error("a name is empty");
    }
    position++;
    skipSpace();
    return name.toString();
  }

  private char escaped() {
    if (position < line.length()
        && (line.charAt(position) == '"' || line.charAt(position) == '\\')) {
      return line.charAt(position++);
    }
    if (position + 5 <= line.length() && line.charAt(position) == 'u') {
      int code = 0;
      for (int i = 1; i <= 4; i++) {
        int digit = Character.digit(line.charAt(position + i), 16);
        if (digit < 0) {
          throw error("\\u needs four hexadecimal digits");
        }
        code = code * 16 + digit;
      }
      position += 5;
      return (char) code;
    }
    throw error("unknown escape in a quoted name");
  }

  /** Scans a decimal number from {@code low} to {@code high}. */
  int decimal(String what, int low, int high) {
    int from = position;
    long value = 0;
    while (nextIsDigit() && value <= high) {
      value = value * 10 + (line.charAt(position++) - '0');
    }
    if (from == position || value < low || value > high) {
      throw error(what + " must be a number from " + low + " to " + high);
    }
    skipSpace();
    return (int) value;
  }

  /** Scans a hexadecimal number of at most {@code width} bits. */
  BigInteger hex(int width) {
    int from = position;
    while (position < line.length() && Character.digit(line.charAt(position), 16) >= 0) {
      position++;
    }
    if (from == position) {
      throw error("a hexadecimal number expected");
    }
    // The length is checked before the conversion, which takes time quadratic in the number of
    // digits.
    if (position - from > width / 4 + 1) {
      throw error("a number does not fit " + width + " bits");
    }
    BigInteger value = new BigInteger(line.substring(from, position), 16);
    if (value.bitLength() > width) {
      throw error("a number does not fit " + width + " bits");
    }
    skipSpace();
    return value;
  }

  RtlException error(String problem) {
    return error(number, "column " + (position + 1) + ": " + problem);
  }

  static RtlException error(int number, String problem) {
    return new RtlException(
        RtlError.NETLIST_INVALID,
        "netlist line " + number + ": " + problem + ". Build the image again");
  }

  private void skipSpace() {
    while (position < line.length() && line.charAt(position) == ' ') {
      position++;
    }
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNamePart(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$' || c == '.';
  }
}
