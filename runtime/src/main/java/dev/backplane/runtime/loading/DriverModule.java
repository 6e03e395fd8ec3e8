package dev.backplane.runtime.loading;

import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.PluginSource;

/**
 * A driver plugin that was found and not loaded.
 *
 * @param name its name
 * @param packageName its package
 * @param version its version, as written
 * @param source where it is
 * @param meta what it says about itself
 */
public record DriverModule(
    String name, String packageName, String version, PluginSource source, MetaTable meta) {
  /** {@return the jar, folder or class path entry that it is in} */
  public String location() {
    return source.location().replaceFirst("!?/META-INF/backplane/meta\\.toml$", "");
  }

  /** {@return whether only a configuration that names it wants it} */
  public boolean isOnlyConfigured() {
    return meta.text(Driver.USE).orElse("").equals(Driver.USE_CONFIGURED);
  }

  boolean isCalled(String module) {
    return name.equals(module) || packageName.equals(module);
  }

  @Override
  public String toString() {
    return name + " " + version + " (" + location() + ")";
  }
}
