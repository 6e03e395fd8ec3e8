package dev.backplane.runtime.configuration;

import java.nio.file.Path;
import java.util.List;

/**
 * A configuration that a site wrote.
 *
 * @param plugins the instances, in the order of loading
 * @param pluginPath folders with plugins, in the order of search; as written
 */
public record Configuration(List<InstanceConfiguration> plugins, List<String> pluginPath) {
  /** Copies the lists. */
  public Configuration {
    plugins = List.copyOf(plugins);
    pluginPath = List.copyOf(pluginPath);
  }

  /** {@return the folders with plugins, in the order of search, relative to a folder} */
  public List<Path> pluginFolders(Path base) {
    return pluginPath.stream().map(folder -> base.resolve(folder).normalize()).toList();
  }
}
