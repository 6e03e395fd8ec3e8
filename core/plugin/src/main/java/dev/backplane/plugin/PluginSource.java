package dev.backplane.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One place with a {@code meta.toml}: a jar, a folder, or an entry of a class path. Looking at what
 * it describes loads no class. It is read at the first look and not again; make a new one to see
 * changes. Safe for use by several threads.
 */
public abstract sealed class PluginSource permits ResourceSource, IndexedSource, ArchiveSource {
  private volatile @Nullable List<FoundPlugin> plugins;

  PluginSource() {}

  /**
   * Every {@code META-INF/backplane/meta.toml} that a class loader sees, on the class path and in
   * the named modules of the running program. Where a distribution has an index of its class path,
   * the index is read instead, if the jars are still those of which it was made.
   *
   * @param loader the class loader
   * @return the places, in the order of the class path
   */
  public static List<PluginSource> classPath(ClassLoader loader) {
    List<PluginSource> indexed = ClassPathIndex.read(loader);
    if (indexed != null) {
      return indexed;
    }
    return ResourceSource.resources(loader, MetaFile.LOCATION).stream()
        .<PluginSource>map(url -> new ResourceSource(url, loader))
        .toList();
  }

  /**
   * The plugins of a package: of the {@code meta.toml} in it, where {@code package} may be left out
   * and cannot be another; or else, of all on the class path, those that name it.
   *
   * @param packageName the package
   * @param loader sees it
   * @return the place
   */
  public static PluginSource ofPackage(String packageName, ClassLoader loader) {
    return new ResourceSource(packageName, loader);
  }

  /**
   * A jar. Its classes get a class loader of their own; jars named by its manifest's {@code
   * Class-Path} belong to it.
   *
   * @param jar the file
   * @return the place
   */
  public static PluginSource jar(Path jar) {
    return new ArchiveSource(jar, true);
  }

  /**
   * A folder laid out like an unpacked jar, such as {@code target/classes}. Its classes get a class
   * loader of their own; jars in its folder {@code lib} belong to it.
   *
   * @param folder the folder
   * @return the place
   */
  public static PluginSource folder(Path folder) {
    return new ArchiveSource(folder, false);
  }

  /**
   * A jar, by the ending of its name, or a folder with a {@code meta.toml}.
   *
   * @param path the file or folder
   * @return the place, or empty if there is neither
   */
  public static Optional<PluginSource> at(Path path) {
    if (Files.isDirectory(path)) {
      return Files.exists(path.resolve(MetaFile.LOCATION))
          ? Optional.of(folder(path))
          : Optional.empty();
    }
    return path.toString().endsWith(".jar") && Files.exists(path)
        ? Optional.of(jar(path))
        : Optional.empty();
  }

  /**
   * All jars of a folder, not of folders in it, each a plugin jar with a class loader of its own.
   *
   * @param folder the folder
   * @return the places, ordered by file name
   * @throws PluginException with {@link PluginError#NOT_A_PLUGIN} if the folder cannot be read
   */
  public static List<PluginSource> jarsIn(Path folder) {
    List<Path> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(file -> file.toString().endsWith(".jar")).sorted().forEachOrdered(jars::add);
    } catch (IOException e) {
      throw new PluginException(
          PluginError.NOT_A_PLUGIN,
          Position.of(folder.toString()),
          "the plugin folder cannot be read: " + e,
          e);
    }
    List<PluginSource> sources = new ArrayList<>();
    jars.forEach(jar -> sources.add(jar(jar)));
    return List.copyOf(sources);
  }

  /**
   * {@return the plugins that are described there, in the order of the file}
   *
   * @throws PluginException if there is no {@code meta.toml} or it cannot be read
   */
  public final List<FoundPlugin> plugins() {
    List<FoundPlugin> found = plugins;
    return found == null ? find() : found;
  }

  private synchronized List<FoundPlugin> find() {
    List<FoundPlugin> found = plugins;
    if (found == null) {
      found = new ArrayList<>();
      for (MetaTable meta : read()) {
        found.add(new FoundPlugin(this, meta));
      }
      found = List.copyOf(found);
      plugins = found;
    }
    return found;
  }

  /** {@return the place as a person knows it} */
  public abstract String location();

  abstract List<MetaTable> read();

  /** Makes what loads the classes; a {@link PluginClassLoader} is closed by who called. */
  abstract ClassLoader open(ClassLoader host, Set<String> shared);

  @Override
  public final String toString() {
    return location();
  }
}
