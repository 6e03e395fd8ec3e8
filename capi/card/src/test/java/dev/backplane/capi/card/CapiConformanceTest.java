package dev.backplane.capi.card;

import dev.backplane.api.Events;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/** The kit on contexts of the memcpy AFU. */
final class CapiConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new CapiDriver())
        .config("{}")
        .refusesConfig("{\"anything\": 1}")
        .refusesConfig("{\"host\": \"power7\"}")
        .refusesConfig("{\"platform\": \"phyp\"}")
        .refusesConfig("{\"cards\": []}")
        .refusesConfig("{\"cards\": [{\"psl\": 7}]}")
        .refusesConfig("{\"cards\": [{\"afus\": []}]}")
        .refusesConfig("{\"cards\": [{\"afus\": [{\"mode\": \"shared\"}]}]}")
        .refusesConfig("{\"host\": \"system\", \"cards\": [{}]}")
        .refusesConfig("{\"host\": \"system\", \"class\": 5}")
        .refusesConfig("{\"host\": 9}")
        .refusesConfig("no JSON")
        .without(Ability.ENDLESS_RUNS, Ability.FAULTS, Ability.INTERRUPTS)
        .withoutOpae()
        .withoutBoard()
        .withoutPluginInterface()
        .without(CoherentCard.class)
        .without(CardFlash.class)
        .without(Registers.class)
        .without(Memory.class)
        .without(Events.class)
        .without(Management.class)
        .withoutKernels();
  }
}
