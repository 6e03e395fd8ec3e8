package dev.backplane.xrt.card;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernels;
import dev.backplane.api.board.Slots;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.TestCase;

/** The conformance kit on a card whose kernel is RTL. */
final class RtlConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    Image image = RtlImages.repeated();
    return SoftcardUnderTest.withInterrupt(DriverUnderTest.of(new SoftcardDriver()))
        .without(Kernels.class)
        .withoutPluginInterface()
        .withoutOpae()
        .without(Slots.class)
        .withoutCoherent()
        .without(Ability.SOURCE_CODE)
        .scratchRegister(0x1800000 + 0x10)
        .testCase(
            TestCase.of(image, "repeated")
                .input(new byte[] {7, 0, 0, 0})
                .output(new byte[] {35, 0, 0, 0})
                .scalar(5)
                .scalar(0))
        .endlessCase(
            TestCase.of(image, "repeated")
                .input(new byte[] {7, 0, 0, 0})
                .output(new byte[4])
                .scalar(Long.MAX_VALUE)
                .scalar(0))
        .faultingCase(
            TestCase.of(image, "repeated")
                .input(new byte[4])
                .output(new byte[4])
                .scalar(1)
                .scalar(1 << 20),
            ErrorCode.ADDRESS_FAULT);
  }
}
