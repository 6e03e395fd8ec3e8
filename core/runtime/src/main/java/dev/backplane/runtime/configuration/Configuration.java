package dev.backplane.runtime.configuration;

import java.nio.file.Path;
import java.util.List;

/**
 * A configuration that a site wrote.
 *
 * @param plugins the instances, in the order of loading
 * @param folder the folder that names of files in it are relative to
 * @param pluginPath folders with plugins, in the order of search; as written
 */
public record Configuration(
    List<InstanceConfiguration> plugins, Path folder, List<String> pluginPath) {
  /** Copies the lists. */
  public Configuration {
    plugins = List.copyOf(plugins);
    pluginPath = List.copyOf(pluginPath);
  }

  /** {@return the folder of a file} */
  static Path folderOf(String file) {
    Path absolute = Path.of(file).toAbsolutePath();
    Path folder = absolute.getParent();
    return folder == null ? absolute : folder;
  }

  /** {@return the folders with plugins, in the order of search} */
  public List<Path> pluginFolders() {
    return pluginPath.stream().map(each -> folder.resolve(each).normalize()).toList();
  }
}
