package dev.backplane.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.capi.card.config.CapiConfig;
import dev.backplane.capi.card.config.CardConfig;
import dev.backplane.capi.card.context.AfuSlice;
import dev.backplane.capi.card.context.Card;
import dev.backplane.capi.card.context.ContextTable;
import dev.backplane.capi.card.context.PowerUp;
import dev.backplane.capi.card.context.Together;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.device.CardDevice;
import dev.backplane.capi.card.device.ContextDevice;
import dev.backplane.capi.card.psl.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

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

  /** The cards with power, by number. */
  private final Map<Integer, Card> cards = new ConcurrentSkipListMap<>();

  private final List<Pending> pending = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();

  /** A card that has no power yet. */
  private record Pending(int number, PowerUp<Card> card) {
    String name() {
      return "card" + number;
    }
  }

  /** Cards without power. */
  CapiInstance(CapiConfig config, Duration deadline) {
    this.config = config;
    // An access ends before the manager takes the driver for hung.
    patience = deadline.dividedBy(2);
  }

  /**
   * Gives all cards power, and waits a while for them: those that take longer, because an engine is
   * compiled or the machine has other work, come later.
   */
  synchronized int initialize() {
    try {
      powerUp();
    } catch (RuntimeException | Error e) {
      finish();
      throw e;
    }
    return 0;
  }

  private void powerUp() {
    Host host = config.host();
    for (int index = 0; index < config.cards().size(); index++) {
      int number = index;
      CardConfig card = config.cards().get(number);
      if (card.psl() == host.psl()) {
        pending.add(
            new Pending(
                number,
                new PowerUp<>(
                    "power-up-card" + number,
                    () -> new Card(number, card, host, patience),
                    Card::close)));
      } else {
        ignored.add(
            "%s is left out: a PSL of version %d does not work on %s. Give it \"psl\": %d, or the cards \"host\": \"%s\""
                .formatted(card.name(), card.psl(), host.text(), host.psl(), other(host).text()));
      }
    }
    long end = System.nanoTime() + patience.toNanos();
    pending.removeIf(each -> hasPower(each, Duration.ofNanos(end - System.nanoTime())));
  }

  private static Host other(Host host) {
    return host == Host.POWER8 ? Host.POWER9 : Host.POWER8;
  }

  private boolean hasPower(Pending card, Duration patience) {
    Optional<Card> made = card.card.await(patience);
    made.ifPresent(one -> cards.put(card.number, one));
    return made.isPresent();
  }

  /** Takes the cards that have power meanwhile. */
  private synchronized void look() {
    pending.removeIf(
        each -> {
          try {
            return hasPower(each, Duration.ZERO);
          } catch (RuntimeException e) {
            ignored.add(each.name() + " has no power: " + e.getMessage());
            return true;
          }
        });
  }

  /** Takes the power of all cards, at the same time: one whose AFU does not return is left. */
  synchronized int finish() {
    pending.forEach(each -> each.card.cancel());
    Together.run("power-down", cards.values().stream().<Runnable>map(each -> each::close).toList());
    return 0;
  }

  synchronized String whyNothing() {
    List<String> reasons = new ArrayList<>(ignored);
    for (Pending each : pending) {
      reasons.add(
          each.name()
              + " is not there yet: its AFUs are being made, and compiled if their engine is that,"
              + " which may take minutes the first time. Look again then");
    }
    return String.join("; ", reasons);
  }

  List<Resource> enumerate() {
    look();
    List<Resource> resources = new ArrayList<>();
    for (Card card : cards.values()) {
      for (AfuSlice slice : card.slices()) {
        for (String node : nodes(slice)) {
          resources.add(
              new Resource(
                  slice.name() + node,
                  properties(slice.name(), ObjectType.ACCELERATOR).parent(card.name()).build()));
        }
      }
    }
    for (Card card : cards.values()) {
      resources.add(new Resource(card.name(), properties(card.label(), ObjectType.DEVICE).build()));
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
    for (Card card : cards.values()) {
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
            "there is no '%s', only %s%s"
                .formatted(
                    key,
                    enumerate().stream().map(Resource::key).toList(),
                    whyNothing().isEmpty() ? "" : "; " + whyNothing()))
        .during("open")
        .build();
  }
}
