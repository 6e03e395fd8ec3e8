package dev.backplane.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlPosition;

/** The text of a {@code meta.toml}, to turn the parser's positions into ones a person expects. */
final class MetaText {
  private final String file;
  private final List<String> lines;

  MetaText(String file, String text) {
    this.file = file;
    this.lines = Version.split(text, '\n');
  }

  Position position(@Nullable TomlPosition at) {
    return at == null ? Position.of(file) : new Position(file, at.line(), at.column());
  }

  /**
   * Finds an element of a list. The parser says where the separator before it ends, which may be
   * lines and comments away.
   */
  Position element(@Nullable TomlPosition at) {
    if (at == null) {
      return Position.of(file);
    }
    int column = at.column() - 1;
    for (int line = at.line() - 1; line < lines.size(); line++, column = 0) {
      String text = lines.get(line);
      for (; column < text.length() && text.charAt(column) != '#'; column++) {
        char c = text.charAt(column);
        if (c != ' ' && c != '\t' && c != '\r' && c != ',') {
          return new Position(file, line + 1, column + 1);
        }
      }
    }
    return position(at);
  }
}
