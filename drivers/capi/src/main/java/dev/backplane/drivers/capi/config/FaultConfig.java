package dev.backplane.drivers.capi.config;

import dev.backplane.drivers.capi.psl.Faults;
import dev.backplane.rtl.harness.psl.PslFaults;

/**
 * What the PSL of a card does now and then, from one seed.
 *
 * @param commands to commands on memory; to their time and order only for AFUs in Java
 * @param pins at the pins of AFUs in RTL
 */
public record FaultConfig(Faults commands, PslFaults pins) {
  /** Nothing unusual. */
  public static final FaultConfig NONE = new FaultConfig(Faults.NONE, PslFaults.NONE);
}
