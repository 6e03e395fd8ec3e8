package dev.backplane.plugin;

import dev.backplane.plugin.toml.TomlTable;
import dev.backplane.plugin.toml.TomlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One {@code [[plugins]]} entry of a {@code meta.toml} as it was written, with the place of every
 * value. Filters and spec readers look at it; nothing in it has been checked yet. Immutable.
 */
public final class MetaTable {
  private static final String PACKAGE = "package";

  private final String file;
  private final TomlTable table;
  private final Position position;
  private final @Nullable String defaultPackage;

  MetaTable(String file, TomlTable table, Position position, @Nullable String defaultPackage) {
    this.file = file;
    this.table = table;
    this.position = position;
    this.defaultPackage = defaultPackage;
  }

  /** {@return the keys that were written, known ones and others} */
  public Set<String> keys() {
    return table.keys();
  }

  /** {@return where the entry begins} */
  public Position position() {
    return position;
  }

  /**
   * Says where a key was written.
   *
   * @param key the key
   * @return its place, or that of the entry if the key is not there
   */
  public Position position(String key) {
    TomlValue value = table.get(key);
    return value == null ? position : at(value);
  }

  /**
   * Says where a string stands as an element of a list, whatever the list's key.
   *
   * @param text the string
   * @return the first such place, or that of the entry if there is none
   */
  public Position positionOfElement(String text) {
    for (String key : table.keys()) {
      for (TomlValue element : elements(key)) {
        if (element.content().equals(text)) {
          return at(element);
        }
      }
    }
    return position;
  }

  /**
   * Gives a string.
   *
   * @param key its key
   * @return the string, or empty if the key is not there
   * @throws PluginException with {@link PluginError#WRONG_TYPE} if it is something else
   */
  public Optional<String> text(String key) {
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof String text) {
      return Optional.of(text);
    }
    throw new PluginException(
        PluginError.WRONG_TYPE,
        position(key),
        key + " must be a string, not " + FieldType.describe(value));
  }

  /** A scalar of Java type, a list of these, or some other object that is not looked into. */
  @Nullable Object value(String key) {
    TomlValue value = table.get(key);
    if (value == null) {
      return key.equals(PACKAGE) ? defaultPackage : null;
    }
    return value.content() instanceof List<?>
        ? elements(key).stream().map(TomlValue::content).toList()
        : value.content();
  }

  Position elementPosition(String key, int index) {
    return at(elements(key).get(index));
  }

  @Override
  public String toString() {
    return "[[plugins]] at " + position;
  }

  private List<TomlValue> elements(String key) {
    List<TomlValue> elements = new ArrayList<>();
    TomlValue value = table.get(key);
    if (value != null && value.content() instanceof List<?> list) {
      for (Object element : list) {
        elements.add((TomlValue) element);
      }
    }
    return elements;
  }

  private Position at(TomlValue value) {
    return new Position(file, value.line(), value.column());
  }
}
