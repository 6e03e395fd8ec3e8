package dev.backplane.plugin;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One {@code [[plugins]]} entry of a {@code meta.toml} as it was written, with the place of every
 * value. Filters and spec readers look at it; nothing in it has been checked yet. Immutable.
 */
public final class MetaTable {
  private static final String PACKAGE = "package";

  private final Position position;
  private final Map<String, MetaValue> values;
  private final @Nullable String defaultPackage;

  /**
   * An entry.
   *
   * @param position where it begins
   * @param values what was written, by key
   * @param defaultPackage what {@code package} is where the entry does not say
   */
  MetaTable(Position position, Map<String, MetaValue> values, @Nullable String defaultPackage) {
    this.position = position;
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    this.defaultPackage = defaultPackage;
  }

  /** {@return the keys that were written, known ones and others} */
  public Set<String> keys() {
    return values.keySet();
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
    MetaValue value = values.get(key);
    return value == null ? position : value.position();
  }

  /**
   * Says where a string stands as an element of a list, whatever the list's key.
   *
   * @param text the string
   * @return the first such place, or that of the entry if there is none
   */
  public Position positionOfElement(String text) {
    for (MetaValue value : values.values()) {
      for (MetaValue element : value.elements()) {
        if (text.equals(element.value())) {
          return element.position();
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

  /** A scalar of Java type, a list of them, or {@link MetaValue.Other}. */
  @Nullable Object value(String key) {
    MetaValue value = values.get(key);
    if (value != null) {
      return value.plain();
    }
    return key.equals(PACKAGE) ? defaultPackage : null;
  }

  Position elementPosition(String key, int index) {
    MetaValue value = values.get(key);
    return value == null || index >= value.elements().size()
        ? position(key)
        : value.elements().get(index).position();
  }

  /** The entries as they are written, by key, in the order of the parser. */
  Map<String, MetaValue> values() {
    return values;
  }

  @Override
  public String toString() {
    return "[[plugins]] at " + position;
  }
}
