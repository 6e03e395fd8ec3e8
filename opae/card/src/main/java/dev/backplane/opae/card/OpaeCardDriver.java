package dev.backplane.opae.card;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.opae.card.config.ConfigReader;

/**
 * The driver of software OPAE cards: each is a device and an accelerator, without a board. {@code
 * {}} is one card with the native loop-back:
 *
 * {@snippet lang="json" :
 * {
 *   "cards": [
 *     {
 *       "name": "card0",
 *       "address": "0000:b0:00.0",
 *       "interface_id": "9e2f4a86-3d17-5c0b-8a64-0b5e7c91d2f3",
 *       "engine": "jvm",
 *       "image": "hello_afu.gbs",
 *       "errors": {"device": {"fme_errors": "0x1"}, "accelerator": {"errors": "0x2"}}
 *     },
 *     {"afu": "com.example.MyAfu"}
 *   ]
 * }
 * }
 *
 * <p>{@code "count": 2} instead of {@code cards} gives two cards of the defaults.
 */
public final class OpaeCardDriver implements Driver {
  /** Made by the plugin system. */
  public OpaeCardDriver() {}

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    OpaeCardInstance instance =
        new OpaeCardInstance(
            ConfigReader.read(ConfigurationNode.of(adapter, config)), adapter.deadline());
    adapter
        .onInitialize(instance::initialize)
        .onEnumerate(filters -> instance.enumerate())
        .onOpen((key, mode) -> instance.open(key))
        .supportsDevice(DeviceType.FPGA::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
