package dev.backplane.opae.card;

import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.Resets;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/** The kit on the device of a card. */
final class DeviceConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new OpaeCardDriver())
        .config("{\"count\": 2}")
        .without(Ability.ENDLESS_RUNS, Ability.FAULTS, Ability.INTERRUPTS)
        .without(AddressSpaceBinding.class)
        .withoutCoherent()
        .without(Clocks.class)
        .without(Flash.class)
        .without(Resets.class)
        .without(FaultInjection.class)
        .without(Registers.class)
        .without(Memory.class)
        .without(Management.class)
        .withoutKernels()
        .withoutPluginInterface();
  }
}
