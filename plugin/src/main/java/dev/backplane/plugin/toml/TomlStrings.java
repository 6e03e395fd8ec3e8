package dev.backplane.plugin.toml;

/** Reads the four kinds of strings (TOML 1.0, section String). */
final class TomlStrings {
  private final TomlScanner in;

  TomlStrings(TomlScanner in) {
    this.in = in;
  }

  /** Reads a string of any kind; the next character is a quote of either kind. */
  String read() {
    if (in.startsWith("\"\"\"")) {
      return several('"');
    }
    if (in.startsWith("'''")) {
      return several('\'');
    }
    return oneLine();
  }

  /** Reads a string that may not span lines, as keys are. */
  String oneLine() {
    int quote = in.peek();
    int start = in.offset();
    in.skip(1);
    StringBuilder text = new StringBuilder();
    while (in.peek() != quote) {
      if (in.peek() == TomlScanner.END || in.peek() == '\n' || in.peek() == '\r') {
        throw in.errorAt(start, "this string has no closing " + (char) quote + " on its line");
      }
      content(text, quote == '"');
    }
    in.skip(1);
    return text.toString();
  }

  private String several(char quote) {
    int start = in.offset();
    in.skip(3);
    in.newline();
    StringBuilder text = new StringBuilder();
    while (true) {
      if (in.peek() == TomlScanner.END) {
        throw in.errorAt(start, "this string has no closing " + String.valueOf(quote).repeat(3));
      }
      if (in.peek() == quote) {
        int quotes = 0;
        while (in.peek(quotes) == quote) {
          quotes++;
        }
        // Up to two quotes may stand right before the closing three.
        if (quotes > 5) {
          throw in.error("too many quotes in a row");
        }
        in.skip(quotes);
        text.repeat(quote, quotes < 3 ? quotes : quotes - 3);
        if (quotes >= 3) {
          return text.toString();
        }
      } else if (in.newline()) {
        text.append('\n');
      } else if (quote == '"' && in.peek() == '\\' && endsLine()) {
        in.skip(1);
        while (in.peek() == ' ' || in.peek() == '\t' || in.newline()) {
          in.blanks();
        }
      } else {
        content(text, quote == '"');
      }
    }
  }

  /** Whether nothing but white space is between the backslash here and the end of its line. */
  private boolean endsLine() {
    int ahead = 1;
    while (in.peek(ahead) == ' ' || in.peek(ahead) == '\t') {
      ahead++;
    }
    return in.peek(ahead) == '\n' || (in.peek(ahead) == '\r' && in.peek(ahead + 1) == '\n');
  }

  private void content(StringBuilder text, boolean escapes) {
    if (escapes && in.peek() == '\\') {
      escape(text);
      return;
    }
    in.refuseControl();
    text.append((char) in.peek());
    in.skip(1);
  }

  private void escape(StringBuilder text) {
    int start = in.offset();
    int kind = in.peek(1);
    in.skip(2);
    switch (kind) {
      case 'b' -> text.append('\b');
      case 't' -> text.append('\t');
      case 'n' -> text.append('\n');
      case 'f' -> text.append('\f');
      case 'r' -> text.append('\r');
      case '"' -> text.append('"');
      case '\\' -> text.append('\\');
      case 'u' -> codePoint(text, start, 4);
      case 'U' -> codePoint(text, start, 8);
      default ->
          throw in.errorAt(
              start, "no such escape; a backslash itself is written \\\\, or use 'single quotes'");
    }
  }

  private void codePoint(StringBuilder text, int start, int digits) {
    long value = 0;
    for (int i = 0; i < digits; i++) {
      int c = in.peek();
      int digit = c == TomlScanner.END || c > 'f' ? -1 : Character.digit(c, 16);
      if (digit < 0) {
        throw in.errorAt(start, "expected " + digits + " hexadecimal digits");
      }
      value = value * 16 + digit;
      in.skip(1);
    }
    if (value > Character.MAX_CODE_POINT || (value >= 0xd800 && value <= 0xdfff)) {
      throw in.errorAt(start, "that is no Unicode character");
    }
    text.appendCodePoint((int) value);
  }
}
