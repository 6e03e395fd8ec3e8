package dev.backplane.runtime.configuration;

import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.VersionRange;

/**
 * One instance of a plugin.
 *
 * @param path where it stands in the configuration, for messages, for example {@code plugins[2]}
 * @param module the plugin's name, package, jar or folder
 * @param name what this instance is called
 * @param config its configuration, exactly as written
 * @param origin where that begins
 * @param load when it is loaded, and whether it must be there
 * @param api which facets of its devices are offered, and by whom
 * @param errors what is done when it fails
 * @param versions which versions of the plugin will do
 */
public record InstanceConfiguration(
    String path,
    String module,
    String name,
    String config,
    ConfigurationOrigin origin,
    LoadPolicy load,
    ApiPolicy api,
    ErrorPolicy errors,
    VersionRange versions) {

  /**
   * An instance for which nothing is written down.
   *
   * @param plugin name of the plugin and of the instance
   * @return the instance, which is loaded when somebody looks for what it may have
   */
  public static InstanceConfiguration builtIn(String plugin) {
    return new InstanceConfiguration(
        "built-in",
        plugin,
        plugin,
        Driver.NO_CONFIG,
        ConfigurationOrigin.NONE,
        LoadPolicy.LAZY,
        ApiPolicy.DEFAULT,
        ErrorPolicy.DEFAULT,
        VersionRange.ANY);
  }
}
