package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.List;

/**
 * A value as it was written.
 *
 * @param value a {@code String}, {@code Long}, {@code Double}, {@code Boolean}, {@link Other}, or a
 *     list of {@link MetaValue} that are not lists
 * @param position where it was written
 */
record MetaValue(Object value, Position position) {
  /**
   * A value of a type that no field of a spec has.
   *
   * @param description what it is, for messages
   */
  record Other(String description) {}

  /** The elements of a list, none of any other value. */
  @SuppressWarnings("unchecked") // A list is always one of these.
  List<MetaValue> elements() {
    return value instanceof List<?> list ? (List<MetaValue>) list : List.of();
  }

  /** The value without positions: of a list, the values of its elements. */
  Object plain() {
    if (!(value instanceof List<?>)) {
      return value;
    }
    List<Object> plain = new ArrayList<>();
    for (MetaValue element : elements()) {
      plain.add(element.value());
    }
    return plain;
  }
}
