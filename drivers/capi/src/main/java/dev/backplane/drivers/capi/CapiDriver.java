package dev.backplane.drivers.capi;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.drivers.capi.config.CapiConfig;

/**
 * The driver of coherent accelerators: cards with a PSL in software. {@code {}} is a card for a
 * POWER9 host with the memcpy AFU:
 *
 * {@snippet lang="json" :
 * {
 *   "host": "power9",
 *   "cards": [{"psl": 9, "afus": [{"afu": "com.example.MyAfu", "mode": "afu_directed"}]}]
 * }
 * }
 */
public final class CapiDriver implements Driver {
  /** Made by the plugin system. */
  public CapiDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    CapiInstance instance =
        new CapiInstance(
            CapiConfig.read(ConfigurationNode.of(adapter, config)), adapter.deadline());
    adapter
        .onInitialize(instance::initialize)
        .onFinalize(instance::finish)
        .onEnumerate(filters -> instance.enumerate())
        .onOpen((key, mode) -> instance.open(key))
        .whyNothing(instance::whyNothing)
        .supportsDevice(DeviceType.FPGA::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
