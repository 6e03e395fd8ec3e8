package dev.backplane.drivers.softcard;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernels;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.Work;

/** The conformance kit on a card whose kernels are Java. */
class JavaKernelConformanceTest extends DriverConformance {
  /** {@return the configuration that all must pass with} */
  String config() {
    return TestImages.CONFIG;
  }

  @Override
  protected DriverUnderTest driver() {
    Image image = TestImages.image();
    return DriverUnderTest.of(new SoftcardDriver())
        .config(config())
        .refusesConfig("[]")
        .refusesConfig("{\"cards\": 7}")
        .refusesConfig("{\"count\": 0}")
        .refusesConfig("{\"colour\": \"green\"}")
        .refusesConfig("{\"cards\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}")
        .refusesConfig("{\"java_kernels\": {\"vadd\": \"no.such.Class\"}}")
        .refusesConfig("{")
        .without(Kernels.class)
        .withoutPluginInterface()
        .scratchRegister(0x1800000 + 0x10)
        .work(
            Work.of(image, "vadd")
                .input(ints(1, 2, 3, -4))
                .input(ints(10, 20, 30, 40))
                .output(ints(11, 22, 33, 36))
                .scalar(4))
        .endlessWork(Work.of(image, "spin").input(new byte[16]))
        .faultingWork(Work.of(image, "wild").input(new byte[128]), ErrorCode.ADDRESS_FAULT)
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
