package dev.backplane.drivers.softcard;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernels;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.TestCase;

/** The card as the conformance kit tests it, in each of its modes. */
final class SoftcardUnderTest {
  private SoftcardUnderTest() {}

  /** {@return the card with kernels in Java} */
  static DriverUnderTest withJavaKernels(String config) {
    Image image = TestImages.image();
    return DriverUnderTest.of(new SoftcardDriver())
        .config(config)
        .refusesConfig("[]")
        .refusesConfig("{\"cards\": 7}")
        .refusesConfig("{\"count\": 0}")
        .refusesConfig("{\"colour\": \"green\"}")
        .refusesConfig("{\"cards\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}")
        .refusesConfig("{\"java_kernels\": {\"vadd\": \"no.such.Class\"}}")
        .refusesConfig("{")
        .without(Kernels.class)
        .without(Ability.CLOCKS, Ability.WAVEFORMS)
        .withoutPluginInterface()
        .without(Ability.SOURCE_CODE)
        .scratchRegister(0x1800000 + 0x10)
        .testCase(
            TestCase.of(image, "vadd")
                .input(ints(1, 2, 3, -4))
                .input(ints(10, 20, 30, 40))
                .output(ints(11, 22, 33, 36))
                .scalar(4))
        .endlessCase(TestCase.of(image, "spin").input(new byte[16]))
        .faultingCase(TestCase.of(image, "wild").input(new byte[128]), ErrorCode.ADDRESS_FAULT)
        .refusesImage(TestImages.image("another_platform"), ErrorCode.IMAGE_PLATFORM_MISMATCH);
  }

  private static byte[] ints(int... values) {
    var bytes =
        java.nio.ByteBuffer.allocate(values.length * 4).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }
}
