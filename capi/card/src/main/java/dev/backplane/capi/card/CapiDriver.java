package dev.backplane.capi.card;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.capi.card.config.CapiConfig;
import dev.backplane.capi.card.config.SystemConfig;
import dev.backplane.capi.card.kernel.SystemCards;
import dev.backplane.driverkit.ConfigurationNode;

/**
 * The driver of coherent accelerators: cards with a PSL in software, or those of the machine.
 * {@code {}} is a card for a POWER9 host with the memcpy AFU:
 *
 * {@snippet lang="json" :
 * {
 *   "host": "power9",
 *   "cards": [{"psl": 9, "afus": [{"afu": "com.example.MyAfu", "mode": "afu_directed"}]}]
 * }
 * }
 *
 * {@code {"host": "system"}} has the cards of the machine in their place.
 */
public final class CapiDriver implements Driver {
  /** Made by the plugin system. */
  public CapiDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    ConfigurationNode root = ConfigurationNode.of(adapter, config);
    if (SystemConfig.isMeant(root)) {
      SystemCards cards = new SystemCards(SystemConfig.read(root));
      adapter
          .onEnumerate(filters -> cards.enumerate())
          .onOpen((key, mode) -> cards.open(key))
          .whyNothing(cards::whyNothing);
    } else {
      CapiInstance instance = new CapiInstance(CapiConfig.read(root), adapter.deadline());
      adapter
          .onInitialize(instance::initialize)
          .onFinalize(instance::finish)
          .onEnumerate(filters -> instance.enumerate())
          .onOpen((key, mode) -> instance.open(key))
          .whyNothing(instance::whyNothing);
    }
    adapter
        .supportsDevice(DeviceType.FPGA::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
