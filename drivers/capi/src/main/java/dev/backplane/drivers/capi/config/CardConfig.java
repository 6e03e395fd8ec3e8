package dev.backplane.drivers.capi.config;

import dev.backplane.rtl.harness.psl.PslFaults;
import java.util.List;

/**
 * A card of the configuration.
 *
 * @param psl the version of its PSL, 8 or 9
 * @param afus its AFUs, 1 to 4
 * @param faults what is injected at the pins of AFUs in RTL
 */
public record CardConfig(int psl, List<AfuConfig> afus, PslFaults faults) {
  /** The most AFUs of a card. */
  public static final int MOST_AFUS = 4;

  /** Copies the list. */
  public CardConfig {
    afus = List.copyOf(afus);
  }
}
