package dev.backplane.drivers.opaecard.config;

import dev.backplane.api.BusAddress;
import dev.backplane.rtl.engine.EngineKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A card of the configuration.
 *
 * @param name its name
 * @param address where it sits
 * @param interfaceId the id that images must have
 * @param engine what executes accelerators in RTL
 * @param afu the class of the accelerator at power-up, if a class is named
 * @param image the image of the accelerator at power-up, if one is named
 * @param deviceErrors what the error registers of the device hold at power-up, by name
 * @param portErrors what those of the accelerator hold
 */
public record CardConfig(
    String name,
    BusAddress address,
    UUID interfaceId,
    EngineKind engine,
    @Nullable String afu,
    @Nullable Path image,
    Map<String, Long> deviceErrors,
    Map<String, Long> portErrors) {
  /** The id that images have unless they are made for another card. */
  public static final UUID INTERFACE_ID = UUID.fromString("9e2f4a86-3d17-5c0b-8a64-0b5e7c91d2f3");

  /** The first of the buses that cards sit on. */
  public static final int FIRST_BUS = 0xb0;

  /** The most cards of an instance: one on each bus. */
  public static final int MOST_CARDS = 64;

  /** Copies the maps. */
  public CardConfig {
    deviceErrors = Map.copyOf(deviceErrors);
    portErrors = Map.copyOf(portErrors);
  }

  /** {@return the card of a number that nothing is said of} */
  static CardConfig numbered(int number) {
    return new CardConfig(
        "card" + number,
        new BusAddress(0, FIRST_BUS + number, 0, 0),
        INTERFACE_ID,
        EngineKind.JVM,
        null,
        null,
        Map.of(),
        Map.of());
  }
}
