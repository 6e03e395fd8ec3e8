package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

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
    return table.keySet();
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
    return at(table.inputPositionOf(List.of(key)));
  }

  /**
   * Says where a string stands as an element of a list, whatever the list's key.
   *
   * @param text the string
   * @return the first such place, or that of the entry if there is none
   */
  public Position positionOfElement(String text) {
    for (String key : table.keySet()) {
      if (table.get(List.of(key)) instanceof TomlArray array) {
        for (int i = 0; i < array.size(); i++) {
          if (text.equals(array.get(i))) {
            return at(array.inputPositionOf(i));
          }
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

  /** A scalar of Java type, a list of them, or some other object that is not to be looked into. */
  @Nullable Object value(String key) {
    Object value = table.get(List.of(key));
    if (value == null && key.equals(PACKAGE)) {
      return defaultPackage;
    }
    return value instanceof TomlArray array ? elements(array) : value;
  }

  Position elementPosition(String key, int index) {
    return table.get(List.of(key)) instanceof TomlArray array
        ? at(array.inputPositionOf(index))
        : position(key);
  }

  @Override
  public String toString() {
    return "[[plugins]] at " + position;
  }

  private static List<Object> elements(TomlArray array) {
    List<Object> elements = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      elements.add(array.get(i));
    }
    return elements;
  }

  private Position at(@Nullable TomlPosition place) {
    return place == null ? position : MetaFile.position(file, place);
  }
}
