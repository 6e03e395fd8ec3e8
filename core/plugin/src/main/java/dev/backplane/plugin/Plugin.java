package dev.backplane.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plugin about to be loaded, as a fetcher function sees it: its spec, and how its classes and
 * files are reached. It keeps the plugin's classes in memory, so after the function returns only
 * the plugin's own symbols may keep it.
 *
 * @param <S> the type of spec
 */
public final class Plugin<S> {
  private final S spec;
  private final FoundPlugin found;
  private final ClassLoader classLoader;

  Plugin(S spec, FoundPlugin found, ClassLoader classLoader) {
    this.spec = spec;
    this.found = found;
    this.classLoader = classLoader;
  }

  /** {@return the same with a spec of another type} */
  <T> Plugin<T> describedBy(SpecReader<T> reader) {
    return new Plugin<>(found.spec(reader), found, classLoader);
  }

  /** {@return what the plugin says about itself} */
  public S spec() {
    return spec;
  }

  /** {@return the Java package that holds what the plugin exports} */
  public String packageName() {
    return found.spec().packageName();
  }

  /** {@return its entry in {@code meta.toml}, for messages with a place} */
  public MetaTable meta() {
    return found.meta();
  }

  /** {@return the loader of its classes} */
  public ClassLoader classLoader() {
    return classLoader;
  }

  /**
   * Opens a file of the plugin.
   *
   * @param path where it is, relative to the plugin's package, for example {@code vhdl/mac.vhd}
   * @return its content, to be closed by the caller
   * @throws PluginException with {@link PluginError#STATIC_FILE_MISSING} if it is not there
   */
  public InputStream open(String path) {
    String name = nameOf(path);
    InputStream stream = classLoader.getResourceAsStream(name);
    if (stream == null) {
      throw missing(name, path);
    }
    return stream;
  }

  /**
   * Checks that a file of the plugin is there, without reading it.
   *
   * @param path where it is, relative to the plugin's package
   * @throws PluginException with {@link PluginError#STATIC_FILE_MISSING} if it is not there
   */
  public void require(String path) {
    String name = nameOf(path);
    if (classLoader.getResource(name) == null) {
      throw missing(name, path);
    }
  }

  private String nameOf(String path) {
    return packageName().replace('.', '/') + '/' + path;
  }

  private PluginException missing(String name, String path) {
    return new PluginException(
        PluginError.STATIC_FILE_MISSING,
        meta().positionOfElement(path),
        "there is no file " + name + " in the plugin; a named module must also open its folder");
  }

  /**
   * Marks a symbol as this plugin's, for functions over all plugins: symbols of classes in a
   * plugin's package are known to be its own, those that such a function makes are not.
   *
   * @param symbol the symbol
   * @param <R> the receiver
   * @return the same symbol, which is named as this plugin's when it fails, and unloaded with it
   */
  public <R> PluginSymbol<R> own(PluginSymbol<R> symbol) {
    return new OwnedSymbol<>(this, symbol);
  }

  /**
   * Tells where a class is that is not this plugin's. A description can name any package, so that
   * of another plugin, of the host or of the JDK too; what is found there under the name of a
   * symbol is not this plugin's to export.
   *
   * @return the place it comes from, or empty if it is the plugin's own
   */
  Optional<String> foreignPlace(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == classLoader && loader instanceof PluginClassLoader) {
      return Optional.empty();
    }
    if (classLoader instanceof PluginClassLoader) {
      return Optional.of(display(type));
    }
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
      return Optional.of("the JDK");
    }
    String meta = meta().position().file();
    if (meta.equals(metaBeside(type))) {
      return Optional.empty();
    }
    Path described = describedIn(meta);
    Path contained = containedIn(type);
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

  /** The name of the {@code meta.toml} of the jar with a class, as far as no link is followed. */
  private static @Nullable String metaBeside(Class<?> found) {
    CodeSource source = found.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? null : location.getPath() + "!/" + MetaFile.LOCATION;
  }

  /** The jar or folder with a class, or null if it is neither. */
  private static @Nullable Path containedIn(Class<?> found) {
    CodeSource source = found.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    Path place = location == null ? null : file(location.toString());
    return found.getClassLoader() == ClassLoader.getSystemClassLoader()
        ? readFrom(found, place)
        : place;
  }

  /**
   * The jar that the system's loader reads a class from. The code source of a class of an AOT cache
   * names the place where the cache was made, which an installation may have left since.
   */
  private static @Nullable Path readFrom(Class<?> found, @Nullable Path remembered) {
    String entry = "!/" + found.getName().replace('.', '/') + ".class";
    URL location = ClassLoader.getSystemResource(entry.substring("!/".length()));
    String url = location == null ? "" : location.toString();
    return url.startsWith("jar:") && url.endsWith(entry)
        ? file(url.substring("jar:".length(), url.length() - entry.length()))
        : remembered;
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

  @Override
  public String toString() {
    return packageName() + " (" + meta().position() + ")";
  }
}
