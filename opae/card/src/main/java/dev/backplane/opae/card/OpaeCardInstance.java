package dev.backplane.opae.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.ObjectType;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.afu.AfuLoader;
import dev.backplane.opae.card.config.CardConfig;
import dev.backplane.opae.card.device.Card;
import dev.backplane.opae.card.fme.FmeDevice;
import dev.backplane.opae.card.port.PortDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The cards of one configured instance. */
final class OpaeCardInstance {
  private static final int VENDOR = 0x8086;

  /** By which programs know that a card is simulated. */
  private static final int DEVICE = 0x0a5e;

  private static final long SHELL_ID = 0x0b_ac_00_01L;
  private static final long SHELL_VERSION = 1L << 24;

  /** Served as the kernel's driver does, but simulated. */
  private static final long SIMULATED_DFL = 2;

  private static final String DEVICE_KEY = "fme";
  private static final String ACCELERATOR_KEY = "port";

  private final List<Card> cards = new ArrayList<>();

  /** Cards without power. */
  OpaeCardInstance(List<CardConfig> configs, Duration deadline) {
    // An access ends before the manager takes the driver for hung.
    Duration patience = deadline.dividedBy(2);
    configs.forEach(config -> cards.add(new Card(config, patience)));
  }

  int initialize() {
    for (Card card : cards) {
      card.powerUp(AfuLoader.powerUp(card.config()));
    }
    return 0;
  }

  List<Resource> enumerate() {
    List<Resource> resources = new ArrayList<>();
    for (int number = 0; number < cards.size(); number++) {
      if (!cards.get(number).config().virtual()) {
        resources.add(device(cards.get(number), number));
      }
      if (!cards.get(number).isRemoved()) {
        resources.add(accelerator(cards.get(number), number));
      }
    }
    return resources;
  }

  private static String key(Card card, String part) {
    return card.config().name() + "." + part;
  }

  private static Resource device(Card card, int number) {
    DeviceProperties properties =
        properties(card, ObjectType.DEVICE, card.config().interfaceId(), 0)
            .with(OpaeProperty.OBJECT_ID, 2L * number)
            .with(OpaeProperty.ERRORS, (long) card.deviceErrors().descriptions().size())
            .with(OpaeProperty.SLOTS, 1L)
            .with(OpaeProperty.SHELL_ID, SHELL_ID)
            .with(OpaeProperty.SHELL_VERSION, SHELL_VERSION)
            .build();
    return new Resource(key(card, DEVICE_KEY), properties);
  }

  private static Resource accelerator(Card card, int number) {
    DeviceProperties.Builder properties =
        properties(card, ObjectType.ACCELERATOR, card.program().guid(), card.hostInterface())
            .with(OpaeProperty.OBJECT_ID, 2L * number + 1)
            .with(OpaeProperty.ERRORS, (long) card.portErrors().descriptions().size())
            .with(OpaeProperty.STATE, card.isHeld() ? 0L : 1L)
            .with(OpaeProperty.REGISTER_SPACES, 1L)
            .with(OpaeProperty.INTERRUPTS, (long) AfuExecution.INTERRUPTS);
    if (!card.config().virtual()) {
      properties.parent(key(card, DEVICE_KEY));
    }
    return new Resource(key(card, ACCELERATOR_KEY), properties.build());
  }

  private static DeviceProperties.Builder properties(
      Card card, ObjectType type, UUID guid, int function) {
    BusAddress at = card.config().address();
    BusAddress address = new BusAddress(at.segment(), at.bus(), at.device(), function);
    return DeviceProperties.builder(card.config().name(), type, DeviceType.FPGA)
        .vendor("Backplane")
        .guid(guid)
        .pciIds(VENDOR, DEVICE)
        .busAddress(address)
        .with(OpaeProperty.SEGMENT, (long) address.segment())
        .with(OpaeProperty.BUS, (long) address.bus())
        .with(OpaeProperty.DEVICE, (long) address.device())
        .with(OpaeProperty.FUNCTION, (long) address.function())
        .with(OpaeProperty.SOCKET_ID, 0L)
        .with(OpaeProperty.SUBSYSTEM_VENDOR_ID, (long) VENDOR)
        .with(OpaeProperty.SUBSYSTEM_DEVICE_ID, (long) DEVICE)
        .with(OpaeProperty.INTERFACE, SIMULATED_DFL);
  }

  DriverDevice open(String key) {
    for (Card card : cards) {
      if (key.equals(key(card, DEVICE_KEY)) && !card.config().virtual()) {
        return new FmeDevice(card);
      }
      if (key.equals(key(card, ACCELERATOR_KEY))) {
        return new PortDevice(card);
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
