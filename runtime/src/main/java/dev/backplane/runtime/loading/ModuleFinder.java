package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.PluginError;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginSource;
import dev.backplane.plugin.SpecFields;
import dev.backplane.plugin.Version;
import dev.backplane.plugin.VersionRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
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
  private final BiConsumer<Detail, Supplier<String>> notes;
  private @Nullable List<PluginSource> classPath;

  /**
   * A finder.
   *
   * @param loader sees the plugins of the class path
   * @param pluginPath folders with plugins
   * @param base what paths of modules are relative to
   * @param notes takes each step
   */
  public ModuleFinder(
      ClassLoader loader,
      List<Path> pluginPath,
      Path base,
      BiConsumer<Detail, Supplier<String>> notes) {
    this.notes = notes;
    this.loader = loader;
    this.pluginPath = List.copyOf(pluginPath);
    this.base = base;
  }

  /**
   * Lists the drivers of the class path and module path that are used without being configured.
   *
   * @param broken takes, by place, the error of each plugin whose description cannot be read
   * @return the drivers, of each the highest version that fits; those that say which families of
   *     devices they have before those that have to be asked, and then by name
   */
  public List<Finding> onClassPath(Map<String, BackplaneException> broken) {
    Map<String, Finding> byName = new TreeMap<>();
    for (PluginSource source : classPath()) {
      try {
        for (DriverModule module : drivers(source)) {
          if (module.isOnlyConfigured()) {
            notes.accept(Detail.DEBUG, () -> "not used unless it is configured: " + module);
          } else {
            Finding found = examine(module, VersionRange.ANY, false);
            byName.merge(module.name(), found, ModuleFinder::better);
          }
        }
      } catch (PluginException e) {
        notes.accept(Detail.BASIC, () -> "unreadable: " + e.getMessage());
        broken.put(source.location(), PluginErrors.translate(e));
      }
    }
    List<Finding> found = new ArrayList<>();
    List<Finding> toAsk = new ArrayList<>();
    for (Finding each : byName.values()) {
      (each.module().deviceTypes().isEmpty() ? toAsk : found).add(each);
    }
    found.addAll(toAsk);
    return found;
  }

  private Finding examine(DriverModule module, VersionRange wanted, boolean isFile) {
    Optional<BackplaneException> refusal = VersionCheck.refusal(module, wanted, isFile);
    refusal.ifPresentOrElse(
        why -> notes.accept(Detail.BASIC, () -> "plugin refused: " + why.getMessage()),
        () -> notes.accept(Detail.DEBUG, () -> "candidate: " + module));
    return new Finding(module, refusal);
  }

  /** One that fits is better than one that does not, then the higher version is. */
  private static Finding better(Finding one, Finding other) {
    if (one.refusal().isPresent() != other.refusal().isPresent()) {
      return one.refusal().isPresent() ? other : one;
    }
    return isHigher(other.module(), one.module()) ? other : one;
  }

  /**
   * Finds a module.
   *
   * @param module what the configuration calls it
   * @param key where the configuration says so, for messages
   * @param wanted the versions that will do
   * @return the module, of several that are called so the highest version that fits, and why it
   *     cannot be used if none does
   * @throws BackplaneException {@link ErrorCode#UNKNOWN_MODULE} listing what was looked at, or a
   *     plugin error if the module is there and its description is bad
   */
  public Finding find(String module, String key, VersionRange wanted) {
    try {
      return findDescribed(module, key, wanted);
    } catch (PluginException e) {
      throw PluginErrors.translate(e);
    }
  }

  private Finding findDescribed(String module, String key, VersionRange wanted) {
    List<String> looked = new ArrayList<>();
    if (module.contains("/") || module.endsWith(".jar")) {
      Path path = base.resolve(module).normalize();
      looked.add(path.toString());
      return at(path)
          .map(source -> examine(only(source, key), wanted, true))
          .orElseThrow(() -> unknown(module, key, looked));
    }
    Finding refused = null;
    Optional<Finding> found = lookUp(module, classPath(), "class path", looked, wanted, false);
    if (found.isPresent()) {
      if (found.get().refusal().isEmpty()) {
        return found.get();
      }
      refused = found.get();
    }
    Optional<Finding> onPath = onPluginPath(module, looked, wanted);
    if (onPath.isPresent() && (refused == null || onPath.get().refusal().isEmpty())) {
      return onPath.get();
    }
    if (refused == null) {
      throw unknown(module, key, looked);
    }
    return refused;
  }

  private Optional<Finding> onPluginPath(String module, List<String> looked, VersionRange wanted) {
    Finding refused = null;
    for (Path folder : pluginPath) {
      List<PluginSource> sources = new ArrayList<>();
      for (Path entry : list(folder)) {
        at(entry).ifPresent(sources::add);
      }
      Optional<Finding> found = lookUp(module, sources, folder.toString(), looked, wanted, true);
      if (found.isPresent() && found.get().refusal().isEmpty()) {
        return found;
      }
      refused = refused == null ? found.orElse(null) : refused;
      for (String file : List.of(module + ".jar", module)) {
        // A plugin of that file name which cannot be read is the one that was meant.
        at(folder.resolve(file)).ifPresent(ModuleFinder::drivers);
      }
    }
    return Optional.ofNullable(refused);
  }

  private Optional<Finding> lookUp(
      String module,
      List<PluginSource> sources,
      String place,
      List<String> looked,
      VersionRange wanted,
      boolean areFiles) {
    List<String> there = new ArrayList<>();
    Finding best = null;
    for (PluginSource source : sources) {
      try {
        for (DriverModule candidate : drivers(source)) {
          there.add(candidate.name());
          if (candidate.isCalled(module)) {
            Finding found = examine(candidate, wanted, areFiles);
            best = best == null ? found : better(best, found);
          }
        }
      } catch (PluginException e) {
        there.add(source.location() + " unreadable: " + e.getMessage());
      }
    }
    looked.add(place + " " + there);
    notes.accept(Detail.DEBUG, () -> "looked for " + module + " in " + place + " " + there);
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
                deviceTypes(meta),
                source,
                meta));
      }
    }
    return drivers;
  }

  private static List<DeviceType> deviceTypes(MetaTable meta) {
    SpecFields fields = SpecFields.of(meta);
    List<String> names = fields.optionalTexts(Driver.DEVICE_TYPES);
    List<DeviceType> types = fields.build(ArrayList::new);
    for (String name : names) {
      try {
        types.add(new DeviceType(name));
      } catch (BackplaneException e) {
        throw PluginException.of(
            PluginError.BAD_VALUE,
            meta.positionOfElement(name),
            Driver.DEVICE_TYPES + ": " + e.problem());
      }
    }
    return List.copyOf(types);
  }

  private static boolean isHigher(DriverModule one, DriverModule other) {
    try {
      return Version.of(one.version()).compareTo(Version.of(other.version())) > 0;
    } catch (PluginException | IllegalArgumentException e) {
      // A malformed version is reported when the plugin is loaded.
      return false;
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
