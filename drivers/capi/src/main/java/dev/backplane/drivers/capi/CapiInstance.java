package dev.backplane.drivers.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.drivers.capi.card.AfuSlice;
import dev.backplane.drivers.capi.card.Card;
import dev.backplane.drivers.capi.card.ContextTable;
import dev.backplane.drivers.capi.config.CapiConfig;
import dev.backplane.drivers.capi.config.CardConfig;
import dev.backplane.drivers.capi.descriptor.ProgrammingModel;
import dev.backplane.drivers.capi.device.CardDevice;
import dev.backplane.drivers.capi.device.ContextDevice;
import dev.backplane.drivers.capi.psl.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cards of one configured instance. A card whose PSL is not for the host is ignored, as the
 * kernel does, and the reason is kept.
 */
final class CapiInstance {
  // What the nodes of an AFU end with.
  private static final String DEDICATED = "d";
  private static final String MASTER = "m";
  private static final String SLAVE = "s";

  private final CapiConfig config;
  private final Duration patience;
  private final List<Card> cards = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();

  /** Cards without power. */
  CapiInstance(CapiConfig config, Duration deadline) {
    this.config = config;
    // An access ends before the manager takes the driver for hung.
    patience = deadline.dividedBy(2);
  }

  int initialize() {
    Host host = config.host();
    for (int number = 0; number < config.cards().size(); number++) {
      CardConfig card = config.cards().get(number);
      if (card.psl() == host.psl()) {
        cards.add(new Card(number, card, host, patience));
      } else {
        ignored.add(
            "card%d has a PSL of version %d, which does not work on %s"
                .formatted(number, card.psl(), host.text()));
      }
    }
    return 0;
  }

  int finish() {
    cards.forEach(Card::close);
    return 0;
  }

  String whyNothing() {
    return String.join("; ", ignored);
  }

  List<Resource> enumerate() {
    List<Resource> resources = new ArrayList<>();
    for (Card card : cards) {
      for (AfuSlice slice : card.slices()) {
        for (String node : nodes(slice)) {
          resources.add(
              new Resource(
                  slice.name() + node,
                  properties(slice.name(), ObjectType.ACCELERATOR).parent(card.name()).build()));
        }
      }
    }
    for (Card card : cards) {
      resources.add(new Resource(card.name(), properties(card.name(), ObjectType.DEVICE).build()));
    }
    return resources;
  }

  private static List<String> nodes(AfuSlice slice) {
    return slice
        .contexts()
        .mode()
        .map(
            mode ->
                mode == ProgrammingModel.DEDICATED ? List.of(DEDICATED) : List.of(SLAVE, MASTER))
        .orElse(List.of());
  }

  private static DeviceProperties.Builder properties(String name, ObjectType type) {
    return DeviceProperties.builder(name, type, DeviceType.FPGA).vendor("Backplane");
  }

  DriverDevice open(String key) {
    for (Card card : cards) {
      if (key.equals(card.name())) {
        return new CardDevice(card, config.platform());
      }
      for (AfuSlice slice : card.slices()) {
        if (key.startsWith(slice.name()) && key.length() == slice.name().length() + 1) {
          ContextTable contexts = slice.contexts();
          switch (key.substring(slice.name().length())) {
            case DEDICATED -> {
              return new ContextDevice(contexts.open(ProgrammingModel.DEDICATED, true));
            }
            case MASTER -> {
              return new ContextDevice(contexts.open(ProgrammingModel.DIRECTED, true));
            }
            case SLAVE -> {
              return new ContextDevice(contexts.open(ProgrammingModel.DIRECTED, false));
            }
            default -> {
              // It is told below what there is.
            }
          }
        }
      }
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_DEVICE,
            "there is no '%s', only %s"
                .formatted(key, enumerate().stream().map(Resource::key).toList()))
        .during("open")
        .build();
  }
}
