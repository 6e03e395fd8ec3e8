package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what nearly every {@code meta.toml} is made of, and nothing else: entries of bare keys with
 * strings that have no escapes, whole numbers, flags and lists of such strings. A parser of all
 * TOML takes longer to load than all plugins of a program, so it is asked only about files that are
 * not plain. Those with mistakes are among them: it knows best what to say.
 */
final class PlainEntries {
  private static final String ENTRY = "[[plugins]]";

  /** Every number of so many digits is a {@code long}. */
  private static final int MOST_DIGITS = 18;

  private final String text;
  private final String file;
  private int at;
  private int line = 1;
  private int lineStart;

  private PlainEntries(String text, String file) {
    this.text = text;
    this.file = file;
  }

  /**
   * {@return the entries as the parser of all TOML would give them, or null if not all is plain}
   */
  static @Nullable List<MetaTable> read(String text, String file, @Nullable String defaultPackage) {
    return new PlainEntries(text, file).entries(defaultPackage);
  }

  private @Nullable List<MetaTable> entries(@Nullable String defaultPackage) {
    List<MetaTable> entries = new ArrayList<>();
    skip();
    while (text.startsWith(ENTRY, at)) {
      Position place = here();
      at += ENTRY.length();
      Map<String, MetaValue> values = values();
      if (values == null) {
        return null;
      }
      entries.add(new MetaTable(place, values, defaultPackage));
    }
    return isAtEnd() && !entries.isEmpty() ? List.copyOf(entries) : null;
  }

  /** The lines up to what may be the next entry. */
  private @Nullable Map<String, MetaValue> values() {
    Map<String, MetaValue> values = new LinkedHashMap<>();
    while (skip()) {
      if (isAtEnd() || next() == '[') {
        return values;
      }
      Position place = here();
      String key = key();
      skipBlanks();
      if (key.isEmpty() || next() != '=') {
        return null;
      }
      at++;
      skipBlanks();
      Object value = value();
      if (value == null || values.put(key, new MetaValue(value, place)) != null) {
        return null;
      }
    }
    return null;
  }

  private String key() {
    int start = at;
    while (isOfKey(next())) {
      at++;
    }
    return text.substring(start, at);
  }

  private @Nullable Object value() {
    char first = next();
    if (first == '"') {
      return string();
    }
    if (first == '[') {
      return list();
    }
    if (isDigit(first)) {
      return number();
    }
    for (Boolean flag : List.of(true, false)) {
      if (text.startsWith(flag.toString(), at)) {
        at += flag.toString().length();
        return flag;
      }
    }
    return null;
  }

  private @Nullable String string() {
    int start = ++at;
    while (isText(next()) && next() != '"' && next() != '\\') {
      at++;
    }
    // Three quotes begin a string of several lines.
    boolean isPlain = next() == '"' && !text.startsWith("\"\"", start);
    at++;
    return isPlain ? text.substring(start, at - 1) : null;
  }

  private @Nullable Long number() {
    int start = at;
    while (isDigit(next())) {
      at++;
    }
    boolean isPlain = at - start <= MOST_DIGITS && (text.charAt(start) != '0' || at == start + 1);
    return isPlain ? Long.valueOf(text.substring(start, at)) : null;
  }

  private @Nullable List<MetaValue> list() {
    List<MetaValue> elements = new ArrayList<>();
    at++;
    skip();
    while (next() == '"') {
      Position place = here();
      String element = string();
      if (element == null) {
        return null;
      }
      elements.add(new MetaValue(element, place));
      skip();
      if (next() == ',') {
        at++;
        skip();
      } else if (next() != ']') {
        return null;
      }
    }
    boolean isClosed = next() == ']';
    at++;
    return isClosed ? List.copyOf(elements) : null;
  }

  /** Skips blanks, comments and ends of lines; says whether the line, or the text, has ended. */
  private boolean skip() {
    boolean hasEnded = false;
    while (true) {
      skipBlanks();
      if (next() == '#') {
        while (isText(next())) {
          at++;
        }
      }
      if (next() == '\r' && text.startsWith("\r\n", at)) {
        at++;
      }
      if (next() != '\n') {
        return hasEnded || isAtEnd();
      }
      at++;
      line++;
      lineStart = at;
      hasEnded = true;
    }
  }

  private void skipBlanks() {
    while (next() == ' ' || next() == '\t') {
      at++;
    }
  }

  private boolean isAtEnd() {
    return at == text.length();
  }

  /** The next character; at the end one that no plain file has. */
  private char next() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private Position here() {
    return new Position(file, line, at - lineStart + 1);
  }

  private static boolean isOfKey(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Tells whether a character may be in strings and comments, and is a column by itself. */
  private static boolean isText(char c) {
    return c == '\t' || (c >= ' ' && c != '\u007f' && !Character.isSurrogate(c));
  }
}
