package dev.backplane.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code meta.toml}: TOML 1.0 with an array of tables called {@code plugins}. */
final class MetaFile {
  /** Its path in a jar, a folder or on the class path. */
  static final String LOCATION = "META-INF/backplane/meta.toml";

  /** No honest one comes near; what is larger is not parsed at all. */
  private static final int LARGEST = 64 << 10;

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
    // Some editors mark UTF-8 with a byte order mark, which is not part of the document.
    String document = text.startsWith("\ufeff") ? text.substring(1) : text;
    List<MetaTable> plain = PlainEntries.read(document, file, defaultPackage);
    return plain != null ? plain : TomlEntries.read(document, file, defaultPackage);
  }
}
