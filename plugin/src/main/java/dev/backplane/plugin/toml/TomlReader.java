package dev.backplane.plugin.toml;

import java.util.ArrayList;
import java.util.List;

/** Reads a TOML 1.0 document. The first error ends it. */
public final class TomlReader {
  /** Deeper nesting is an attack on the stack, not a description. */
  private static final int DEEPEST = 64;

  private record Key(String name, int offset) {}

  private final TomlScanner in;
  private final TomlStrings strings;
  private final TomlTable root = new TomlTable(TomlTable.Origin.HEADER);
  private int depth;

  private TomlReader(String text) {
    in = new TomlScanner(text);
    strings = new TomlStrings(in);
  }

  /**
   * Reads a document.
   *
   * @param text the document
   * @return its top table
   * @throws TomlException if the text is not TOML
   */
  public static TomlTable read(String text) {
    return new TomlReader(text).document();
  }

  private TomlTable document() {
    TomlTable current = root;
    while (true) {
      in.blanksAndLines();
      if (in.peek() == TomlScanner.END) {
        return root;
      }
      if (in.peek() == '[') {
        current = header();
      } else {
        keyAndValue(current);
      }
      in.endOfLine();
    }
  }

  private TomlTable header() {
    int start = in.offset();
    boolean list = in.startsWith("[[");
    in.skip(list ? 2 : 1);
    List<Key> path = key();
    in.expect(']', "after the table's name");
    if (list) {
      in.expect(']', "after the table's name");
    }
    TomlTable parent = root;
    for (Key step : path.subList(0, path.size() - 1)) {
      parent = through(parent, step);
    }
    Key last = path.getLast();
    return list ? element(parent, last, start) : table(parent, last, start);
  }

  /** A step of a header's name, before the last. */
  private TomlTable through(TomlTable parent, Key step) {
    TomlValue value = parent.get(step.name());
    if (value == null) {
      TomlTable made = new TomlTable(TomlTable.Origin.IMPLICIT);
      parent.put(step.name(), in.valueAt(step.offset(), made));
      return made;
    }
    if (value.content() instanceof ArrayList<?> list
        && list.getLast() instanceof TomlValue last
        && last.content() instanceof TomlTable table) {
      return table;
    }
    if (value.content() instanceof TomlTable table && table.origin() != TomlTable.Origin.INLINE) {
      return table;
    }
    throw taken(step, value);
  }

  private TomlTable table(TomlTable parent, Key name, int start) {
    TomlValue value = parent.get(name.name());
    if (value == null) {
      TomlTable made = new TomlTable(TomlTable.Origin.HEADER);
      parent.put(name.name(), in.valueAt(start, made));
      return made;
    }
    if (value.content() instanceof TomlTable table && table.origin() == TomlTable.Origin.IMPLICIT) {
      table.becomes(TomlTable.Origin.HEADER);
      return table;
    }
    throw taken(name, value);
  }

  // A list between brackets is complete and immutable; an ArrayList was made here.
  @SuppressWarnings("unchecked")
  private TomlTable element(TomlTable parent, Key name, int start) {
    TomlValue value = parent.get(name.name());
    List<TomlValue> list;
    if (value == null) {
      list = new ArrayList<>();
      parent.put(name.name(), in.valueAt(start, list));
    } else if (value.content() instanceof ArrayList<?> known) {
      list = (List<TomlValue>) known;
    } else {
      throw taken(name, value);
    }
    TomlTable made = new TomlTable(TomlTable.Origin.HEADER);
    list.add(in.valueAt(start, made));
    return made;
  }

  private void keyAndValue(TomlTable table) {
    List<Key> path = key();
    in.expect('=', "after the key");
    in.blanks();
    TomlTable target = table;
    for (Key step : path.subList(0, path.size() - 1)) {
      TomlValue value = target.get(step.name());
      if (value == null) {
        TomlTable made = new TomlTable(TomlTable.Origin.DOTTED);
        target.put(step.name(), in.valueAt(step.offset(), made));
        target = made;
      } else if (value.content() instanceof TomlTable known
          && known.origin() == TomlTable.Origin.DOTTED) {
        target = known;
      } else {
        throw taken(step, value);
      }
    }
    Key last = path.getLast();
    TomlValue before = target.get(last.name());
    if (before != null) {
      throw taken(last, before);
    }
    target.put(last.name(), in.valueAt(last.offset(), value()));
  }

  private List<Key> key() {
    List<Key> path = new ArrayList<>();
    do {
      if (!path.isEmpty()) {
        in.skip(1);
      }
      in.blanks();
      path.add(part());
      in.blanks();
    } while (in.peek() == '.');
    return path;
  }

  private Key part() {
    int start = in.offset();
    if (in.peek() == '"' || in.peek() == '\'') {
      return new Key(strings.oneLine(), start);
    }
    while (isBare(in.peek())) {
      in.skip(1);
    }
    if (in.offset() == start) {
      throw in.error("expected a key, found " + in.found());
    }
    return new Key(in.since(start), start);
  }

  private static boolean isBare(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  private Object value() {
    return switch (in.peek()) {
      case '"', '\'' -> strings.read();
      case '[' -> nested(true);
      case '{' -> nested(false);
      default -> scalar();
    };
  }

  private Object nested(boolean array) {
    if (++depth > DEEPEST) {
      throw in.error("values are nested too deeply");
    }
    Object value = array ? array() : inlineTable();
    depth--;
    return value;
  }

  private List<TomlValue> array() {
    List<TomlValue> elements = new ArrayList<>();
    in.skip(1);
    in.blanksAndLines();
    while (in.peek() != ']') {
      int start = in.offset();
      elements.add(in.valueAt(start, value()));
      in.blanksAndLines();
      if (in.peek() != ']') {
        in.expect(',', "or ']' after the element of a list");
        in.blanksAndLines();
      }
    }
    in.skip(1);
    return List.copyOf(elements);
  }

  private TomlTable inlineTable() {
    TomlTable table = new TomlTable(TomlTable.Origin.INLINE);
    in.skip(1);
    in.blanks();
    if (in.peek() == '}') {
      in.skip(1);
      return table;
    }
    while (true) {
      keyAndValue(table);
      in.blanks();
      if (in.peek() == '}') {
        in.skip(1);
        return table;
      }
      in.expect(',', "or '}' after the value");
      in.blanks();
    }
  }

  private Object scalar() {
    int start = in.offset();
    word();
    if (in.peek() == ' '
        && in.peek(1) >= '0'
        && in.peek(1) <= '9'
        && in.since(start).length() == 10
        && TomlScalars.looksLikeDate(in.since(start))) {
      in.skip(1); // a space may stand for the T between date and time
      word();
    }
    String word = in.since(start);
    if (word.isEmpty()) {
      throw in.error("expected a value, found " + in.found());
    }
    Object value = TomlScalars.parse(word);
    if (value == null) {
      throw in.errorAt(
          start, word + " is no number, flag or date of TOML; strings are written \"in quotes\"");
    }
    return value;
  }

  private void word() {
    while (true) {
      int c = in.peek();
      if (!isBare(c) && c != '+' && c != '.' && c != ':') {
        return;
      }
      in.skip(1);
    }
  }

  private TomlException taken(Key key, TomlValue before) {
    return in.errorAt(
        key.offset(),
        key.name()
            + " is already defined at line "
            + before.line()
            + ", column "
            + before.column());
  }
}
