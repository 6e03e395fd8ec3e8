package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginSource;
import dev.backplane.plugin.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds driver plugins by what the configuration calls them: the name or package of a plugin on the
 * class path or module path, or in a folder of {@code plugin_path}, or the path of a jar or folder.
 * Reads only their {@code meta.toml}. For use by one thread.
 */
public final class ModuleFinder {
  private final ClassLoader loader;
  private final List<Path> pluginPath;
  private final Path base;
  private final Map<Path, PluginSource> archives = new HashMap<>();
  private @Nullable List<PluginSource> classPath;

  /**
   * A finder.
   *
   * @param loader sees the plugins of the class path
   * @param pluginPath folders with plugins
   * @param base what paths of modules are relative to
   */
  public ModuleFinder(ClassLoader loader, List<Path> pluginPath, Path base) {
    this.loader = loader;
    this.pluginPath = List.copyOf(pluginPath);
    this.base = base;
  }

  /**
   * Lists the drivers of the class path and module path that are used without being configured.
   *
   * @param broken takes the error of each plugin whose description cannot be read
   * @return the drivers by name, of each the highest version
   */
  public List<DriverModule> onClassPath(List<BackplaneException> broken) {
    Map<String, DriverModule> byName = new HashMap<>();
    for (PluginSource source : classPath()) {
      try {
        for (DriverModule module : drivers(source)) {
          if (!module.isOnlyConfigured()) {
            byName.merge(module.name(), module, ModuleFinder::higher);
          }
        }
      } catch (PluginException e) {
        broken.add(PluginErrors.translate(e));
      }
    }
    return byName.values().stream().sorted(Comparator.comparing(DriverModule::name)).toList();
  }

  /**
   * Finds a module.
   *
   * @param module what the configuration calls it
   * @param key where the configuration says so, for messages
   * @return the module
   * @throws BackplaneException {@link ErrorCode#UNKNOWN_MODULE} listing what was looked at, or a
   *     plugin error if the module is there and its description is bad
   */
  public DriverModule find(String module, String key) {
    try {
      return findDescribed(module, key);
    } catch (PluginException e) {
      throw PluginErrors.translate(e);
    }
  }

  private DriverModule findDescribed(String module, String key) {
    List<String> looked = new ArrayList<>();
    if (module.contains("/") || module.endsWith(".jar")) {
      Path path = base.resolve(module).normalize();
      looked.add(path.toString());
      return at(path)
          .map(source -> only(source, key))
          .orElseThrow(() -> unknown(module, key, looked));
    }
    return lookUp(module, classPath(), "class path", looked)
        .or(() -> onPluginPath(module, looked))
        .orElseThrow(() -> unknown(module, key, looked));
  }

  private Optional<DriverModule> onPluginPath(String module, List<String> looked) {
    for (Path folder : pluginPath) {
      List<PluginSource> sources = new ArrayList<>();
      for (Path entry : list(folder)) {
        at(entry).ifPresent(sources::add);
      }
      Optional<DriverModule> found = lookUp(module, sources, folder.toString(), looked);
      if (found.isPresent()) {
        return found;
      }
      for (String file : List.of(module + ".jar", module)) {
        // A plugin of that file name which cannot be read is the one that was meant.
        at(folder.resolve(file)).ifPresent(ModuleFinder::drivers);
      }
    }
    return Optional.empty();
  }

  private static Optional<DriverModule> lookUp(
      String module, List<PluginSource> sources, String place, List<String> looked) {
    List<String> there = new ArrayList<>();
    DriverModule best = null;
    for (PluginSource source : sources) {
      try {
        for (DriverModule candidate : drivers(source)) {
          there.add(candidate.name());
          if (candidate.isCalled(module)) {
            best = best == null ? candidate : higher(best, candidate);
          }
        }
      } catch (PluginException e) {
        there.add(source.location() + " unreadable: " + e.getMessage());
      }
    }
    looked.add(place + " " + there);
    return Optional.ofNullable(best);
  }

  private static DriverModule only(PluginSource source, String key) {
    List<DriverModule> drivers = drivers(source);
    if (drivers.size() == 1) {
      return drivers.getFirst();
    }
    throw BackplaneException.because(
            ErrorCode.UNKNOWN_MODULE,
            key
                + ": "
                + (drivers.isEmpty()
                    ? "no plugin in it has target_runtime = \"" + Driver.TARGET_RUNTIME + '"'
                    : "it has several drivers: "
                        + drivers.stream().map(DriverModule::name).toList()))
        .during("find plugin")
        .on(source.location())
        .remedy(
            drivers.isEmpty()
                ? "Name a driver plugin"
                : "Put its folder into plugin_path and name one of them")
        .build();
  }

  private static List<DriverModule> drivers(PluginSource source) {
    List<DriverModule> drivers = new ArrayList<>();
    for (MetaTable meta : source.plugins()) {
      if (meta.text("target_runtime").orElse("").equals(Driver.TARGET_RUNTIME)) {
        drivers.add(
            new DriverModule(
                meta.text("name").orElse(source.location()),
                meta.text("package").orElse(""),
                meta.text("version").orElse(""),
                source,
                meta));
      }
    }
    return drivers;
  }

  private static DriverModule higher(DriverModule one, DriverModule other) {
    try {
      return Version.of(other.version()).compareTo(Version.of(one.version())) > 0 ? other : one;
    } catch (PluginException | IllegalArgumentException e) {
      // A malformed version is reported when the plugin is loaded.
      return one;
    }
  }

  private List<PluginSource> classPath() {
    List<PluginSource> sources = classPath;
    if (sources == null) {
      sources = PluginSource.classPath(loader);
      classPath = sources;
    }
    return sources;
  }

  /** One source object for one path, so that instances of one module share its code. */
  private Optional<PluginSource> at(Path path) {
    if (Files.isDirectory(path)) {
      boolean described =
          Files.exists(path.resolve("META-INF").resolve("backplane").resolve("meta.toml"));
      return described || !pluginPath.contains(path.getParent())
          ? Optional.of(archives.computeIfAbsent(path, PluginSource::folder))
          : Optional.empty();
    }
    return Files.exists(path) && path.toString().endsWith(".jar")
        ? Optional.of(archives.computeIfAbsent(path, PluginSource::jar))
        : Optional.empty();
  }

  private static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    } catch (java.io.IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "the folder cannot be listed: " + e.getMessage())
          .during("find plugin")
          .on(folder.toString())
          .remedy("Correct plugin_path or the folder's permissions")
          .causedBy(e)
          .build();
    }
  }

  private static BackplaneException unknown(String module, String key, List<String> looked) {
    return BackplaneException.because(
            ErrorCode.UNKNOWN_MODULE,
            key + ": no driver plugin is called '" + module + "'; looked at " + looked)
        .during("find plugin")
        .remedy("Correct the name, or add the plugin's folder to plugin_path")
        .build();
  }
}
