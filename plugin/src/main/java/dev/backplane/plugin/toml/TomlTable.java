package dev.backplane.plugin.toml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table, in the order in which it was written. Not changed any more once it was read. */
public final class TomlTable {
  /** How a table came to be, which decides what may still be added to it. */
  enum Origin {
    /** Only passed through by a header of a table in it; may get a header of its own, once. */
    IMPLICIT,
    /** Has its own header. */
    HEADER,
    /** Made by a dotted key; more dotted keys may add to it, headers only tables in it. */
    DOTTED,
    /** Written between braces: complete. */
    INLINE
  }

  private final Map<String, TomlValue> values = new LinkedHashMap<>();
  private Origin origin;

  TomlTable(Origin origin) {
    this.origin = origin;
  }

  /** {@return the keys, in order} */
  public Set<String> keys() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /**
   * Gives a value.
   *
   * @param key a plain key, not a dotted path
   * @return the value, or null
   */
  public @Nullable TomlValue get(String key) {
    return values.get(key);
  }

  void put(String key, TomlValue value) {
    values.put(key, value);
  }

  Origin origin() {
    return origin;
  }

  void becomes(Origin now) {
    origin = now;
  }

  /** {@return the content in TOML's inline syntax, more or less, for messages} */
  @Override
  public String toString() {
    return values.toString();
  }
}
