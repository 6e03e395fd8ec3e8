package dev.backplane.opae.driver;

import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.Extension;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.opae.abi.OpaePlugin;

/**
 * The driver of native plugins of OPAE: shared libraries with a function {@code
 * opae_plugin_configure}.
 *
 * <p>The configuration names one, by its path or by a name that is looked for where OPAE keeps
 * plugins. All keys:
 *
 * {@snippet lang="json" :
 * {
 *   "library": "libopae-net-proxy",
 *   "config": { "transport": "tcp", "hosts": ["host1", "host2"] },
 *   "layout": "2.0.1",
 *   "mmio_bytes": [262144],
 *   "probe": true,
 *   "probe_seconds": 10
 * }
 * }
 *
 * <p>{@code config} is what the plugin is configured with, character by character. {@code layout}
 * is the release of OPAE that it was built for, or the letter of a table layout; the driver finds
 * it out if it is left out, and refuses a plugin where it cannot. {@code mmio_bytes} are the sizes
 * of register spaces, which plugins do not tell. The plugin is first tried in a process of its own,
 * unless {@code probe} is false.
 */
public final class OpaeDriver implements Driver {
  /** Made by the plugin system. */
  public OpaeDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    OpaeConfig read =
        OpaeConfig.read(ConfigurationNode.of(adapter, config)).within(adapter.deadline());
    OpaeInstance instance = new OpaeInstance(read, adapter.trace(), adapter.deadline());
    adapter
        .interfaceVersion(instance::speaks)
        .extension(new Extension<>(OpaePlugin.class, OpaePlugin.VERSION, instance))
        .onInitialize(instance::initialize)
        .onEnumerate(instance::enumerate)
        .onOpen(instance::open)
        .onFinalize(instance::close)
        .supportsDevice(instance::supportsDevice)
        .supportsHost(instance::supportsHost)
        .whyNothing(instance::whyNothing);
    return 0;
  }
}
