package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.FoundPlugin;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finder of drivers by what the configuration calls them: the name or package of a plugin on the
 * class path or module path, or in a folder of {@code plugin_path}, or the path of a jar or folder.
 * It reads only their {@code meta.toml}, and checks by that and by the names of files whether they
 * fit. For use by one thread.
 */
public final class DriverFinder {
  /** {@code NAME-1.2.jar}, or a folder called so. */
  private static final class FileName {
    static final Pattern PATTERN =
        Pattern.compile("(?:.*/)?[^/]+?-([0-9]+(?:\\.[0-9]+){1,2}(?:-[0-9A-Za-z.-]+)?)(?:\\.jar)?");
  }

  private final DriverLoader drivers;
  private final List<Path> pluginPath;
  private final Path base;
  private final Map<Path, Optional<PluginSource>> archives = new HashMap<>();
  private final BiConsumer<Detail, Supplier<String>> notes;
  private @Nullable List<PluginSource> classPath;

  /**
   * A finder.
   *
   * @param drivers has the plugins of the class path, and says which fit
   * @param pluginPath folders with plugins
   * @param base what paths of modules are relative to
   * @param notes takes each step
   */
  public DriverFinder(
      DriverLoader drivers,
      List<Path> pluginPath,
      Path base,
      BiConsumer<Detail, Supplier<String>> notes) {
    this.notes = notes;
    this.drivers = drivers;
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
  public List<FoundDriver> onClassPath(Map<String, BackplaneException> broken) {
    Map<String, FoundDriver> byName = new TreeMap<>();
    for (PluginSource source : classPath()) {
      try {
        for (FoundPlugin plugin : drivers(source)) {
          FoundDriver driver = examine(plugin, VersionRange.ANY, false);
          if (driver.isOnlyConfigured()) {
            notes.accept(Detail.DEBUG, () -> "not used unless it is configured: " + driver);
          } else {
            byName.merge(plugin.name(), driver, DriverFinder::better);
          }
        }
      } catch (PluginException e) {
        notes.accept(Detail.BASIC, () -> "unreadable: " + e.getMessage());
        broken.put(source.location(), PluginErrors.translate(e, "find plugin"));
      }
    }
    List<FoundDriver> found = new ArrayList<>();
    List<FoundDriver> toAsk = new ArrayList<>();
    for (FoundDriver each : byName.values()) {
      (each.deviceTypes().isEmpty() ? toAsk : found).add(each);
    }
    found.addAll(toAsk);
    return found;
  }

  private FoundDriver examine(FoundPlugin plugin, VersionRange wanted, boolean isFile) {
    List<DeviceType> types = List.of();
    BackplaneException refusal = null;
    try {
      types = deviceTypes(plugin.meta());
      var _ = plugin.meta().text(Driver.USE);
      drivers.check(plugin);
      checkVersion(plugin, wanted, isFile);
    } catch (PluginException e) {
      refusal = PluginErrors.translate(e, "find plugin");
    } catch (BackplaneException e) {
      refusal = e;
    }
    if (refusal == null) {
      notes.accept(Detail.DEBUG, () -> "candidate: " + plugin);
      return new FoundDriver(plugin, types, Optional.empty());
    }
    BackplaneException why = refusal.with().on(plugin.toString()).build();
    notes.accept(Detail.BASIC, () -> "plugin refused: " + why.getMessage());
    return new FoundDriver(plugin, types, Optional.of(why));
  }

  /**
   * Checks the version of a plugin.
   *
   * @param wanted the versions of it that the site wants
   * @param isFile whether it is a file or folder of its own, whose name may say a version
   */
  private static void checkVersion(FoundPlugin plugin, VersionRange wanted, boolean isFile) {
    String version = plugin.text("version");
    if (isFile) {
      Matcher file = FileName.PATTERN.matcher(plugin.location());
      if (file.matches()
          && !version.equals(file.group(1))
          && !version.startsWith(file.group(1) + ".")) {
        throw misfit(
            "the name of its file says version "
                + file.group(1)
                + ", its meta.toml says "
                + version,
            "Install it again: one of the two is of another version");
      }
    }
    if (!wanted.admits(plugin.spec().version())) {
      throw misfit(
          "it is version " + version + ", and the configuration wants " + wanted,
          "Install that version, or correct 'version' in the configuration");
    }
  }

  private static BackplaneException misfit(String problem, String advice) {
    return BackplaneException.because(ErrorCode.API_VERSION_MISMATCH, problem)
        .during("find plugin")
        .remedy(advice)
        .build();
  }

  /** One that fits is better than one that does not, then the higher version is. */
  private static FoundDriver better(FoundDriver one, FoundDriver other) {
    if (one.refusal().isPresent() != other.refusal().isPresent()) {
      return one.refusal().isPresent() ? other : one;
    }
    return version(other).compareTo(version(one)) > 0 ? other : one;
  }

  /**
   * Finds a driver.
   *
   * @param module what the configuration calls it
   * @param key where the configuration says so, for messages
   * @param wanted the versions that will do
   * @return the driver, of several that are called so the highest version that fits, and why it
   *     cannot be used if none does
   * @throws BackplaneException {@link ErrorCode#UNKNOWN_MODULE} listing what was looked at, or a
   *     plugin error if it is there and its description cannot be read
   */
  public FoundDriver find(String module, String key, VersionRange wanted) {
    try {
      return module.contains("/") || module.endsWith(".jar")
          ? findAt(base.resolve(module).normalize(), module, key, wanted)
          : findCalled(module, key, wanted);
    } catch (PluginException e) {
      throw PluginErrors.translate(e, "find plugin");
    }
  }

  private FoundDriver findAt(Path path, String module, String key, VersionRange wanted) {
    PluginSource source = at(path).orElse(null);
    if (source == null && Files.isDirectory(path)) {
      // Says itself that it is no plugin.
      source = PluginSource.folder(path);
    }
    if (source == null) {
      throw unknown(module, key, List.of(path.toString()));
    }
    return examine(only(source, key), wanted, true);
  }

  private FoundDriver findCalled(String module, String key, VersionRange wanted) {
    List<String> looked = new ArrayList<>();
    FoundDriver refused = lookUp(module, classPath(), "class path", looked, wanted, false);
    if (refused != null && refused.refusal().isEmpty()) {
      return refused;
    }
    for (Path folder : pluginPath) {
      List<PluginSource> sources = new ArrayList<>();
      for (Path entry : list(folder)) {
        at(entry).ifPresent(sources::add);
      }
      FoundDriver found = lookUp(module, sources, folder.toString(), looked, wanted, true);
      if (found != null && found.refusal().isEmpty()) {
        return found;
      }
      refused = refused == null ? found : refused;
      for (String file : List.of(module + ".jar", module)) {
        // A plugin of that file name which cannot be read is the one that was meant.
        at(folder.resolve(file)).ifPresent(PluginSource::plugins);
      }
    }
    if (refused == null) {
      throw unknown(module, key, looked);
    }
    return refused;
  }

  private @Nullable FoundDriver lookUp(
      String module,
      List<PluginSource> sources,
      String place,
      List<String> looked,
      VersionRange wanted,
      boolean areFiles) {
    List<String> there = new ArrayList<>();
    FoundDriver best = null;
    for (PluginSource source : sources) {
      try {
        for (FoundPlugin candidate : drivers(source)) {
          there.add(candidate.name());
          if (candidate.text("name").equals(module) || candidate.text("package").equals(module)) {
            FoundDriver found = examine(candidate, wanted, areFiles);
            best = best == null ? found : better(best, found);
          }
        }
      } catch (PluginException e) {
        there.add(source.location() + " unreadable: " + e.getMessage());
      }
    }
    looked.add(place + " " + there);
    notes.accept(Detail.DEBUG, () -> "looked for " + module + " in " + place + " " + there);
    return best;
  }

  private static FoundPlugin only(PluginSource source, String key) {
    List<FoundPlugin> drivers = drivers(source);
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
                        + drivers.stream().map(FoundPlugin::name).toList()))
        .during("find plugin")
        .on(source.location())
        .remedy(
            drivers.isEmpty()
                ? "Name a driver plugin"
                : "Put its folder into plugin_path and name one of them")
        .build();
  }

  private static List<FoundPlugin> drivers(PluginSource source) {
    List<FoundPlugin> drivers = new ArrayList<>();
    for (FoundPlugin plugin : source.plugins()) {
      if (plugin.meta().text("target_runtime").orElse("").equals(Driver.TARGET_RUNTIME)) {
        drivers.add(plugin);
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

  private static Version version(FoundDriver driver) {
    try {
      return Version.of(driver.plugin().text("version"));
    } catch (IllegalArgumentException e) {
      // One of those that are refused.
      return Version.of("0");
    }
  }

  private List<PluginSource> classPath() {
    List<PluginSource> sources = classPath;
    if (sources == null) {
      sources = drivers.classPath();
      classPath = sources;
    }
    return sources;
  }

  /** One source object for one path, so that instances of one driver share its code. */
  private Optional<PluginSource> at(Path path) {
    return archives.computeIfAbsent(path, PluginSource::at);
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
