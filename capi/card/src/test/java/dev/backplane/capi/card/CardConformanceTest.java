package dev.backplane.capi.card;

import dev.backplane.api.Events;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.capi.Coherent;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/** The kit on a card; it looks at the first resource, so the card's AFU has no nodes. */
final class CardConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new CapiDriver())
        .config("{\"platform\": \"powervm\", \"cards\": [{\"afus\": [{\"mode\": \"none\"}]}]}")
        .without(Ability.ENDLESS_RUNS, Ability.FAULTS, Ability.INTERRUPTS)
        .withoutOpae()
        .withoutPluginInterface()
        .without(Coherent.class)
        .without(Registers.class)
        .without(Memory.class)
        .without(Events.class)
        .without(Sensors.class)
        .without(Clocks.class)
        .without(ErrorLog.class)
        .without(Slots.class)
        .without(Resets.class)
        .withoutKernels();
  }
}
