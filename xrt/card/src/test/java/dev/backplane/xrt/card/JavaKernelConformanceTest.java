package dev.backplane.xrt.card;

import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;

/** The conformance kit on a card whose kernels are Java. */
final class JavaKernelConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return SoftcardUnderTest.withInterrupt(SoftcardUnderTest.withJavaKernels(TestImages.CONFIG));
  }
}
