package dev.backplane.opae.card.config;

import dev.backplane.api.BusAddress;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.rtl.cardkit.AcceleratorSource;
import java.util.Map;
import java.util.UUID;

/**
 * A card of the configuration.
 *
 * @param name its name
 * @param address where it sits
 * @param virtual whether its accelerator alone is seen, as a virtual function in a guest is
 * @param interfaceId the id that images must have
 * @param accelerator what is in the slot at power-up, and how accelerators are executed
 * @param deviceErrors what the error registers of the device hold at power-up, by name
 * @param portErrors what those of the accelerator hold
 */
public record CardConfig(
    String name,
    BusAddress address,
    boolean virtual,
    UUID interfaceId,
    AcceleratorSource accelerator,
    Map<String, Long> deviceErrors,
    Map<String, Long> portErrors) {
  /** The first of the buses that cards sit on. */
  public static final int FIRST_BUS = 0xb0;

  /** The most cards of an instance: one on each bus. */
  public static final int MOST_CARDS = 64;

  /** Copies the collections. */
  public CardConfig {
    deviceErrors = Map.copyOf(deviceErrors);
    portErrors = Map.copyOf(portErrors);
  }

  /** A card of which nothing is said. */
  static final CardConfig USUAL =
      new CardConfig(
          "card0",
          new BusAddress(0, FIRST_BUS, 0, 0),
          false,
          Gbs.CARD_INTERFACE,
          AcceleratorSource.USUAL,
          Map.of(),
          Map.of());

  /** {@return the same under another name, on the bus of its number} */
  CardConfig named(String other, int number) {
    return new CardConfig(
        other,
        new BusAddress(0, FIRST_BUS + number, 0, 0),
        virtual,
        interfaceId,
        accelerator,
        deviceErrors,
        portErrors);
  }
}
