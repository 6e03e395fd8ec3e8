package dev.backplane.cli.command;

import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The words for the constants of a type, as people write them. They are made when somebody asks:
 * most commands never do.
 *
 * @param type an enumeration
 */
record ConstantWords(Class<?> type) implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Stream.of(type.getEnumConstants())
        .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
        .iterator();
  }
}
