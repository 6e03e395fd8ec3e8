package dev.backplane.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** Reads {@code meta.toml}: TOML 1.0 with an array of tables called {@code plugins}. */
final class MetaFile {
  /** Where plugins keep it, in a jar, a folder or on the class path. */
  static final String LOCATION = "META-INF/backplane/meta.toml";

  /** No honest one comes near; what is larger is not parsed at all. */
  private static final int LARGEST = 1 << 20;

  private static final String PLUGINS = "plugins";

  private MetaFile() {}

  /**
   * Reads and closes a stream.
   *
   * @param defaultPackage what {@code package} is where an entry does not say
   */
  static List<MetaTable> read(InputStream stream, String file, @Nullable String defaultPackage)
      throws IOException {
    byte[] bytes;
    try (stream) {
      bytes = stream.readNBytes(LARGEST + 1);
    }
    if (bytes.length > LARGEST) {
      throw new PluginException(
          PluginError.META_SYNTAX,
          Position.of(file),
          "larger than " + LARGEST + " bytes; that is no meta.toml");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new PluginException(
          PluginError.META_SYNTAX, Position.of(file), "not UTF-8 text; save it as UTF-8", e);
    }
    return parse(text, file, defaultPackage);
  }

  static List<MetaTable> parse(String text, String file, @Nullable String defaultPackage) {
    MetaText places = new MetaText(file, text);
    TomlParseResult result;
    try {
      result = Toml.parse(text);
    } catch (StackOverflowError e) {
      throw new PluginException(
          PluginError.META_SYNTAX, Position.of(file), "values are nested too deeply", e);
    }
    if (result.hasErrors()) {
      List<PluginException.Problem> problems = new ArrayList<>();
      for (TomlParseError error : result.errors()) {
        problems.add(
            new PluginException.Problem(
                PluginError.META_SYNTAX,
                places.position(error.position()),
                String.valueOf(error.getMessage())));
      }
      throw PluginException.of(problems);
    }
    return tables(result, places, defaultPackage);
  }

  private static List<MetaTable> tables(
      TomlParseResult result, MetaText places, @Nullable String defaultPackage) {
    Object plugins = result.get(List.of(PLUGINS));
    if (plugins == null) {
      throw new PluginException(
          PluginError.MISSING_FIELD,
          places.position(null),
          "has no [[plugins]] entry; every plugin is described by one");
    }
    List<MetaTable> tables = new ArrayList<>();
    if (plugins instanceof TomlArray array) {
      for (int i = 0; i < array.size(); i++) {
        Position at = places.element(array.inputPositionOf(i));
        if (!(array.get(i) instanceof TomlTable table)) {
          throw notTables(at, array.get(i));
        }
        tables.add(new MetaTable(places, table, at, defaultPackage));
      }
      return List.copyOf(tables);
    }
    throw notTables(places.position(result.inputPositionOf(List.of(PLUGINS))), plugins);
  }

  private static PluginException notTables(Position at, Object found) {
    return new PluginException(
        PluginError.WRONG_TYPE,
        at,
        "plugins must be an array of tables, not "
            + FieldType.describe(found)
            + "; write [[plugins]] with two brackets before each plugin");
  }
}
