package dev.backplane.xrt.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Property;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.holder.CardSession;
import dev.backplane.xrt.card.image.ImageReader;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.KillClock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** The cards of one configured instance; those that somebody holds are under power. */
final class SoftcardInstance {
  /** The engine that executes RTL. */
  private static final Property<String> ENGINE = Property.text("softcard.engine");

  /** A PCI vendor id that belongs to no vendor; virtual machines give it to their own devices. */
  private static final int VENDOR_ID = 0x1234;

  private static final int DEVICE_ID = 0x0bac;

  /** A PCI domain that no machine numbers its own buses in. */
  private static final int BUS_SEGMENT = 0xbac0;

  private static final int SLOTS = 32;

  /**
   * The identity of the default card. Computing it loads the JDK's providers of digests, which
   * takes longer than a listing of all cards.
   */
  private static final UUID USUAL_GUID = UUID.fromString("7fe7860f-a8c9-357c-a26b-c8db24fef43d");

  private final List<CardConfig> configs;
  private final ImageReader reader;
  private final Function<String, KillClock> killClocks;
  private final CallTrace trace;
  private final Map<String, Card> powered = new HashMap<>();

  /**
   * An instance.
   *
   * @param killClocks makes the clock of a card from its name
   * @param trace is told what compute units execute
   */
  SoftcardInstance(
      List<CardConfig> configs,
      ImageReader reader,
      Function<String, KillClock> killClocks,
      CallTrace trace) {
    this.killClocks = killClocks;
    this.trace = trace;
    this.configs = List.copyOf(configs);
    this.reader = reader;
  }

  List<Resource> enumerate(@SuppressWarnings("unused") List<Filter> filters) {
    List<Resource> resources = new ArrayList<>();
    for (int i = 0; i < configs.size(); i++) {
      resources.add(new Resource(configs.get(i).name(), properties(i)));
    }
    return resources;
  }

  private DeviceProperties properties(int index) {
    CardConfig config = configs.get(index);
    return DeviceProperties.builder(config.name(), ObjectType.DEVICE, DeviceType.FPGA)
        .vendor("Backplane")
        .pciIds(VENDOR_ID, DEVICE_ID)
        .busAddress(new BusAddress(BUS_SEGMENT, index / SLOTS, index % SLOTS, 0))
        .guid(guid(config.platform()))
        .kernels(kernels(config.name()))
        .takesImages()
        .with(ENGINE, config.options().engine().text())
        .with(Property.PLATFORM, config.platform())
        .build();
  }

  /** {@return the id of a platform} */
  static UUID guid(String platform) {
    return platform.equals(CardConfig.PLATFORM)
        ? USUAL_GUID
        : UUID.nameUUIDFromBytes(("softcard/" + platform).getBytes(StandardCharsets.UTF_8));
  }

  private synchronized List<String> kernels(String key) {
    Card card = powered.get(key);
    return card == null ? List.of() : card.kernels();
  }

  synchronized DriverDevice open(String key, @SuppressWarnings("unused") OpenMode mode) {
    Card card = powered.get(key);
    CardClient client = card == null ? null : card.attach();
    while (card == null || client == null) {
      card =
          new Card(
              config(key),
              reader,
              killClocks.apply(key),
              unit -> trace.track(key, unit),
              this::forget);
      powered.put(key, card);
      client = card.attach();
    }
    return new CardSession(card, client);
  }

  private synchronized void forget(Card card) {
    powered.remove(card.config().name(), card);
  }

  private CardConfig config(String key) {
    for (CardConfig config : configs) {
      if (config.name().equals(key)) {
        return config;
      }
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            "there is no card '"
                + key
                + "'; there are "
                + configs.stream().map(CardConfig::name).toList())
        .during("open")
        .build();
  }
}
