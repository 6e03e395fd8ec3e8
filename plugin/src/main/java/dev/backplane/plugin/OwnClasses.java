package dev.backplane.plugin;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a class belongs to the plugin that exports it. A description can name any package, so
 * that of another plugin, of the host or of the JDK too; what is found there under the name of a
 * symbol is not this plugin's to export.
 */
final class OwnClasses {
  private OwnClasses() {}

  /**
   * Says whose a class is.
   *
   * @return the place it comes from, or empty if it is the plugin's own
   */
  static Optional<String> foreignPlace(Plugin<?> plugin, Class<?> found) {
    ClassLoader loader = found.getClassLoader();
    if (loader == plugin.classLoader() && loader instanceof PluginClassLoader) {
      return Optional.empty();
    }
    if (plugin.classLoader() instanceof PluginClassLoader) {
      return Optional.of(display(found));
    }
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
      return Optional.of("the JDK");
    }
    String meta = plugin.meta().position().file();
    if (meta.equals(metaBeside(found))) {
      return Optional.empty();
    }
    Path described = describedIn(meta);
    Path contained = containedIn(found);
    return described == null || contained == null || isOnePlace(described, contained)
        ? Optional.empty()
        : Optional.of(contained.toString());
  }

  /**
   * Build tools put classes and resources of one project into two folders, so a second folder is
   * the same place unless it has a description of its own. A jar has both or is another's.
   */
  private static boolean isOnePlace(Path described, Path contained) {
    return described.equals(contained)
        || (Files.isDirectory(described)
            && Files.isDirectory(contained)
            && !Files.exists(contained.resolve(MetaFile.LOCATION)));
  }

  private static String display(Class<?> found) {
    Path place = containedIn(found);
    return place == null ? found.getModule().toString() : place.toString();
  }

  /**
   * What the {@code meta.toml} of the jar with a class is called, as far as no link is followed.
   */
  private static @Nullable String metaBeside(Class<?> found) {
    CodeSource source = found.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? null : location.getPath() + "!/" + MetaFile.LOCATION;
  }

  /** The jar or folder with a class, or null if it is neither. */
  private static @Nullable Path containedIn(Class<?> found) {
    CodeSource source = found.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? null : file(location.toString());
  }

  /** The jar or folder with a {@code meta.toml}, or null if it is neither. */
  private static @Nullable Path describedIn(String metaFile) {
    int inner = metaFile.lastIndexOf("!/");
    if (inner >= 0) {
      return file("file:" + metaFile.substring(0, inner));
    }
    // In its package: nobody else can have that.
    return metaFile.endsWith('/' + MetaFile.LOCATION)
        ? file("file:" + metaFile.substring(0, metaFile.length() - MetaFile.LOCATION.length()))
        : null;
  }

  private static @Nullable Path file(String url) {
    try {
      return Path.of(URI.create(url)).toRealPath();
    } catch (IllegalArgumentException | IOException e) {
      return null;
    }
  }
}
