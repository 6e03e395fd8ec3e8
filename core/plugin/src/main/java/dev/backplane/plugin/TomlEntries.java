package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/** Reads entries out of any TOML, with a parser that knows all of it. */
final class TomlEntries {
  /** Later ones mostly follow from earlier ones. */
  private static final int MOST_ERRORS = 10;

  private static final String PLUGINS = "plugins";

  private TomlEntries() {}

  /**
   * Reads a document.
   *
   * @param defaultPackage what {@code package} is where an entry does not say
   */
  static List<MetaTable> read(String text, String file, @Nullable String defaultPackage) {
    TomlParseResult document = document(text, file);
    Object plugins = document.get(List.of(PLUGINS));
    if (plugins == null) {
      throw new PluginException(
          PluginError.MISSING_FIELD,
          Position.of(file),
          "has no [[plugins]] entry; every plugin is described by one");
    }
    if (!(plugins instanceof TomlArray array)) {
      throw notTables(position(file, document.inputPositionOf(List.of(PLUGINS))), plugins);
    }
    List<MetaTable> tables = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      Position at = position(file, array.inputPositionOf(i));
      if (!(array.get(i) instanceof TomlTable table)) {
        throw notTables(at, array.get(i));
      }
      tables.add(table(table, at, file, defaultPackage));
    }
    return List.copyOf(tables);
  }

  private static MetaTable table(
      TomlTable table, Position at, String file, @Nullable String defaultPackage) {
    Map<String, MetaValue> values = new LinkedHashMap<>();
    for (String key : table.keySet()) {
      List<String> path = List.of(key);
      TomlPosition place = table.inputPositionOf(path);
      // A table that is there only because of a dotted key has no place of its own.
      values.put(key, value(table.get(path), place == null ? at : position(file, place), file));
    }
    return new MetaTable(at, values, defaultPackage);
  }

  private static MetaValue value(@Nullable Object value, Position at, String file) {
    if (!(value instanceof TomlArray array)) {
      return new MetaValue(single(value), at);
    }
    List<MetaValue> elements = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      elements.add(new MetaValue(single(array.get(i)), position(file, array.inputPositionOf(i))));
    }
    return new MetaValue(List.copyOf(elements), at);
  }

  /** A value that is not a list, or a list in a list, which no field has. */
  private static Object single(@Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Long number -> number;
      case Double number -> number;
      case Boolean flag -> flag;
      case TomlTable table -> new MetaValue.Other("a table");
      case TomlArray array -> new MetaValue.Other("a list");
      case null, default -> new MetaValue.Other("the value " + value);
    };
  }

  /** {@return the place in terms of the file, or the whole file if the parser does not know} */
  private static Position position(String file, @Nullable TomlPosition at) {
    return at == null ? Position.of(file) : new Position(file, at.line(), at.column());
  }

  private static TomlParseResult document(String text, String file) {
    TomlParseResult result;
    try {
      result = Toml.parse(text, TomlVersion.V1_0_0);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // The parser reports errors as part of its result and documents no exception, but some
      // broken documents crash it (2.2.0: a NullPointerException, 1.1.1: an AssertionError).
      // The file comes from whoever wrote the plugin, and its faults must not end the host.
      throw new PluginException(
          PluginError.META_SYNTAX,
          Position.of(file),
          "no TOML, and so broken that the place is not known; look for unclosed quotes and"
              + " brackets",
          e);
    }
    if (result.hasErrors()) {
      throw PluginException.of(
          result.errors().stream()
              .limit(MOST_ERRORS)
              .map(
                  error ->
                      new PluginException.Problem(
                          PluginError.META_SYNTAX,
                          position(file, error.position()),
                          String.valueOf(error.getMessage())))
              .toList());
    }
    return result;
  }

  private static PluginException notTables(Position at, @Nullable Object found) {
    return new PluginException(
        PluginError.WRONG_TYPE,
        at,
        "plugins must be an array of tables, not "
            + FieldType.describe(single(found))
            + "; write [[plugins]] with two brackets before each plugin");
  }
}
