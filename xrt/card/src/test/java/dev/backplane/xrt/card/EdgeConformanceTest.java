package dev.backplane.xrt.card;

import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/** The same where fabric and processor share their memory. */
final class EdgeConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return SoftcardUnderTest.withJavaKernels(
            TestImages.CONFIG.strip().replaceFirst("\\{", "{\"family\": \"edge\", "))
        .without(Ability.TWO_COPIES, Ability.INTERRUPTS);
  }
}
