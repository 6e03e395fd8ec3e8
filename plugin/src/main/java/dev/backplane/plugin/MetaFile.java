package dev.backplane.plugin;

import dev.backplane.plugin.toml.TomlException;
import dev.backplane.plugin.toml.TomlReader;
import dev.backplane.plugin.toml.TomlTable;
import dev.backplane.plugin.toml.TomlValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    TomlTable document;
    try {
      // Some editors mark UTF-8 with a byte order mark.
      document = TomlReader.read(text.startsWith("\ufeff") ? text.substring(1) : text);
    } catch (TomlException e) {
      throw new PluginException(
          PluginError.META_SYNTAX,
          new Position(file, e.line(), e.column()),
          String.valueOf(e.getMessage()),
          e);
    }
    TomlValue plugins = document.get(PLUGINS);
    if (plugins == null) {
      throw new PluginException(
          PluginError.MISSING_FIELD,
          Position.of(file),
          "has no [[plugins]] entry; every plugin is described by one");
    }
    if (!(plugins.content() instanceof List<?> elements)) {
      throw notTables(file, plugins);
    }
    List<MetaTable> tables = new ArrayList<>(elements.size());
    for (Object each : elements) {
      TomlValue element = (TomlValue) each;
      if (!(element.content() instanceof TomlTable table)) {
        throw notTables(file, element);
      }
      Position at = new Position(file, element.line(), element.column());
      tables.add(new MetaTable(file, table, at, defaultPackage));
    }
    return List.copyOf(tables);
  }

  private static PluginException notTables(String file, TomlValue found) {
    return new PluginException(
        PluginError.WRONG_TYPE,
        new Position(file, found.line(), found.column()),
        "plugins must be an array of tables, not "
            + FieldType.describe(found.content())
            + "; write [[plugins]] with two brackets before each plugin");
  }
}
