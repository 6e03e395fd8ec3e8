package dev.backplane.capi.card.config;

import dev.backplane.capi.card.psl.Faults;
import dev.backplane.rtl.harness.psl.PslFaults;

/**
 * The faults that the PSL of a card injects at random, from one seed.
 *
 * @param commands faults of commands on memory; faults of their time and order only for AFUs in
 *     Java
 * @param pins faults at the pins of AFUs in RTL
 */
public record FaultConfig(Faults commands, PslFaults pins) {
  /** Nothing unusual. */
  public static final FaultConfig NONE = new FaultConfig(Faults.NONE, PslFaults.NONE);
}
