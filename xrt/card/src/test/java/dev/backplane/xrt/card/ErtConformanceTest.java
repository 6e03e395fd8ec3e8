package dev.backplane.xrt.card;

import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/** The same where runs go through the command queue of an embedded scheduler. */
final class ErtConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return SoftcardUnderTest.withJavaKernels(TestCard.configInMode("ert"))
        .without(Ability.INTERRUPTS);
  }
}
