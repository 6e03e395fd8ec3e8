package dev.backplane.drivers.capi.config;

import dev.backplane.rtl.engine.EngineKind;
import java.util.List;

/**
 * A card of the configuration.
 *
 * @param psl the version of its PSL, 8 or 9
 * @param afus its AFUs, 1 to 4
 * @param faults what its PSL does now and then
 */
public record CardConfig(int psl, List<AfuConfig> afus, FaultConfig faults) {
  /** The most AFUs of a card. */
  public static final int MOST_AFUS = 4;

  /** Copies the list. */
  public CardConfig {
    afus = List.copyOf(afus);
  }

  /** {@return whether a compiler of the machine has to work before it can have power} */
  public boolean isCompiled() {
    return afus.stream().anyMatch(each -> each.engine() != EngineKind.JVM);
  }
}
