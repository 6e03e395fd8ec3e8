package dev.backplane.runtime.manager;

import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.configuration.Configuration;
import dev.backplane.runtime.meter.Meters;
import dev.backplane.runtime.selector.AllowList;
import dev.backplane.runtime.selector.DeviceSelector;
import dev.backplane.runtime.trace.Tracer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a plugin manager is opened with.
 *
 * @param source where the configuration came from
 * @param configuration what the site wants, or null for the built-in configuration
 * @param base what relative paths in it are relative to
 * @param pluginPath folders with plugins that come before those of the configuration
 * @param classLoader sees the plugins of the class path
 * @param tracer traces calls, or nothing
 * @param meters count what devices do, if anybody wants counts
 * @param pause passes time between tries
 * @param selector narrows every search, if there is one
 * @param allowed which devices there are at all
 * @param notes what a person should know of how that was found
 */
public record Settings(
    ConfigurationSource source,
    @Nullable Configuration configuration,
    Path base,
    List<Path> pluginPath,
    ClassLoader classLoader,
    Tracer tracer,
    Optional<Meters> meters,
    Pause pause,
    Optional<DeviceSelector> selector,
    AllowList allowed,
    List<String> notes) {

  /** {@return all folders with plugins, in the order of search} */
  List<Path> pluginFolders() {
    List<Path> folders = new ArrayList<>(pluginPath);
    if (configuration != null) {
      folders.addAll(configuration.pluginFolders());
    }
    return folders;
  }
}
