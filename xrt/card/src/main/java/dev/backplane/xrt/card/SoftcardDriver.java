package dev.backplane.xrt.card;

import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Filter;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.xrt.card.config.ConfigReader;
import dev.backplane.xrt.card.image.ImageReader;
import dev.backplane.xrt.card.image.XclbinImages;
import dev.backplane.xrt.card.schedule.KillClock;
import java.util.function.Function;

/**
 * The driver of software FPGA cards: cards in this process that load real images and execute their
 * RTL, or Java in its place, under the execution model of XRT.
 *
 * <p>An instance's configuration lists the cards; {@code {}} is one card of the defaults:
 *
 * {@snippet lang="json" :
 * {
 *   "cards": [
 *     {
 *       "name": "card0",
 *       "platform": "backplane_softcard_1",
 *       "engine": "jvm",
 *       "banks": [{"name": "DDR[0]", "address": "0x400000000", "size": "0x400000000"}],
 *       "watchdog_cycles": 100000,
 *       "latency": 16,
 *       "history": 256,
 *       "fault_waveform": "fault.fst",
 *       "java_kernels": {"vadd": "com.example.Vadd"},
 *       "board": {"flash": "{card}.flash", "power_limit": 75, "management_access": true}
 *     }
 *   ]
 * }
 * }
 *
 * <p>The engine is {@code jvm}, {@code verilator} or {@code verilator-process}. Results and cycles
 * are the same with each; the last two need Verilator and g++.
 *
 * <p>{@code "count": 2} instead of {@code cards} gives cards {@code card0} and {@code card1}; what
 * stands beside either of them holds for every card. Sizes and addresses are numbers or texts in
 * hexadecimal.
 *
 * <p>A card is under power while anybody holds it. When the last holder closes it, runs are
 * cancelled, its threads end and its memory is freed; the next holder finds it without an image.
 */
public final class SoftcardDriver implements Driver {
  private final ImageReader reader;
  private final Function<String, KillClock> killClocks;

  /** Made by the plugin system. */
  public SoftcardDriver() {
    this(new XclbinImages());
  }

  /** A driver of cards that take images of another format. */
  SoftcardDriver(ImageReader reader) {
    this(reader, card -> new KillClock(card + "/kill clock", true));
  }

  /** A driver of cards whose clocks for what does not end come from elsewhere. */
  SoftcardDriver(ImageReader reader, Function<String, KillClock> killClocks) {
    this.reader = reader;
    this.killClocks = killClocks;
  }

  @Override
  public int configure(Adapter.Builder adapter, String config) {
    var instance =
        new SoftcardInstance(
            ConfigReader.read(ConfigurationNode.of(adapter, config)),
            reader,
            killClocks,
            adapter.trace());
    adapter
        .onEnumerate(instance::enumerate)
        .onOpen(instance::open)
        .supportsDevice(DeviceType.FPGA::equals)
        .supportsHost(host -> Filter.any().onHost(host).matchesHost(DeviceProperties.LOCALHOST));
    return 0;
  }
}
