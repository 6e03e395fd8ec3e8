package dev.backplane.pi.driver;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.Extension;
import dev.backplane.driverkit.ConfigurationNode;

/**
 * The driver of native plugins of the DPC++ plugin interface: shared libraries with a function
 * {@code piPluginInit}.
 *
 * <p>The configuration names one, by its path or by a name that the dynamic linker finds. All keys:
 *
 * {@snippet lang="json" :
 * {
 *   "library": "libpi_level_zero.so",
 *   "version": "15.49",
 *   "targets": ["spir64_gen"],
 *   "probe": true,
 *   "probe_seconds": 10
 * }
 * }
 *
 * <p>{@code version} is what the plugin is told that this side is; the newest that is known if it
 * is left out. The plugin is first tried in a process of its own, unless {@code probe} is false.
 */
public final class PiDriver implements Driver {
  /** Made by the plugin system. */
  public PiDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    PiConfig read = PiConfig.read(ConfigurationNode.of(adapter, config)).within(adapter.deadline());
    PiInstance instance = new PiInstance(read, adapter.trace());
    adapter
        .interfaceVersion(instance::speaks)
        .extension(new Extension<>(NativePlugin.class, "1.0.0", instance))
        .onInitialize(instance::initialize)
        .onEnumerate(instance::enumerate)
        .onOpen(instance::open)
        .onFinalize(instance::close)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
