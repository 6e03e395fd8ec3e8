package dev.backplane.pi.opencl;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.pi.opencl.icd.IcdSettings;

/**
 * The driver of devices of any OpenCL implementation of this machine: processors, graphics
 * processors, accelerators.
 *
 * <p>The configuration {@code {}} is what the loaders of OpenCL find as well. All keys:
 *
 * {@snippet lang="json" :
 * {
 *   "icd_folder": "/opt/acme/vendors",
 *   "libraries": ["libacme_opencl.so.1"],
 *   "probe": "suspicious",
 *   "probe_seconds": 20
 * }
 * }
 *
 * <p>A library that no file of the system's own folder names is suspicious: it is tried in a
 * process of its own first. A machine without OpenCL has no devices; who asks for one is told where
 * it was looked for.
 */
public final class OpenClDriver implements Driver {
  /** Made by the plugin system. */
  public OpenClDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    OpenClInstance instance =
        new OpenClInstance(
            adapter.instance(),
            ConfigReader.read(ConfigurationNode.of(adapter, config), IcdSettings.usual())
                .within(adapter.deadline()),
            adapter.trace());
    adapter
        .onEnumerate(instance::enumerate)
        .onOpen(instance::open)
        .onFinalize(instance::close)
        .whyNothing(instance::whyNothing)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
