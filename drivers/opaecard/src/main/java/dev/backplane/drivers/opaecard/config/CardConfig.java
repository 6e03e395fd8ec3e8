package dev.backplane.drivers.opaecard.config;

import dev.backplane.api.BusAddress;
import dev.backplane.opae.Gbs;
import dev.backplane.rtl.engine.EngineKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A card of the configuration.
 *
 * @param name its name
 * @param address where it sits
 * @param virtual whether its accelerator alone is seen, as a virtual function in a guest is
 * @param interfaceId the id that images must have
 * @param engine what executes accelerators in RTL
 * @param afu the class of the accelerator at power-up, if a class is named
 * @param image the image of the accelerator at power-up, if one is named
 * @param warnings the names of rules of buses whose violation by an accelerator in RTL is only a
 *     warning
 * @param deviceErrors what the error registers of the device hold at power-up, by name
 * @param portErrors what those of the accelerator hold
 */
public record CardConfig(
    String name,
    BusAddress address,
    boolean virtual,
    UUID interfaceId,
    EngineKind engine,
    @Nullable String afu,
    @Nullable Path image,
    Set<String> warnings,
    Map<String, Long> deviceErrors,
    Map<String, Long> portErrors) {
  /** The first of the buses that cards sit on. */
  public static final int FIRST_BUS = 0xb0;

  /** The most cards of an instance: one on each bus. */
  public static final int MOST_CARDS = 64;

  /** Copies the collections. */
  public CardConfig {
    warnings = Set.copyOf(warnings);
    deviceErrors = Map.copyOf(deviceErrors);
    portErrors = Map.copyOf(portErrors);
  }

  /** {@return the card of a number that nothing is said of} */
  static CardConfig numbered(int number) {
    return new CardConfig(
        "card" + number,
        new BusAddress(0, FIRST_BUS + number, 0, 0),
        false,
        Gbs.CARD_INTERFACE,
        EngineKind.JVM,
        null,
        null,
        Set.of(),
        Map.of(),
        Map.of());
  }
}
