package dev.backplane.nulldriver;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.Images;
import dev.backplane.api.Registers;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.TestCase;

final class NullConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new NullDriver())
        .withoutOpae()
        .withoutBoard()
        .withoutCoherent()
        .refusesConfig("{\"anything\": 1}")
        .refusesConfig("no JSON")
        .without(
            Ability.HOST_MEMORY,
            Ability.USER_MEMORY,
            Ability.SHARED_ADDRESSES,
            Ability.SLICES,
            Ability.COPIES,
            Ability.SHARING,
            Ability.USAGE,
            Ability.ENDLESS_RUNS,
            Ability.FAULTS)
        .without(Images.class)
        .without(DeviceMemory.class)
        .without(UnitReservations.class)
        .without(Commands.class)
        .without(Board.class)
        .without(Diagnosis.class)
        .withoutPluginInterface()
        .scratchRegister(0)
        .interrupt(0, device -> device.facet(Registers.class).orElseThrow().write32(12, 1))
        .testCase(TestCase.of("nothing").input(new byte[] {1, 2, 3, 4}).scalar(4));
  }
}
