package dev.backplane.xrt.card;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.board.Slots;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.TestCase;

/** The card as the conformance kit tests it, in each of its modes. */
final class SoftcardUnderTest {
  private static final long UNIT = 0x1800000;

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
        .withoutOpae()
        .without(Slots.class)
        .withoutCoherent()
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

  /** The same, where the kit has the first unit raise its interrupt. */
  static DriverUnderTest withInterrupt(DriverUnderTest driver) {
    return driver.interrupt(1, SoftcardUnderTest::raise);
  }

  /** Starts the first unit through its registers, for as little as it can do, and waits. */
  private static void raise(DriverDevice device) {
    Program program = TestCard.facet(device, Images.class).loaded().orElseThrow();
    Kernel kernel = program.kernel(program.kernels().getFirst());
    Registers registers = TestCard.facet(device, Registers.class);
    for (Argument argument : kernel.arguments()) {
      if (argument.kind() == Argument.Kind.BUFFER) {
        Buffer buffer = kernel.buffer(argument.name(), 4);
        registers.write32(UNIT + argument.offset(), (int) buffer.address());
        registers.write32(UNIT + argument.offset() + 4, (int) (buffer.address() >>> 32));
      } else {
        // One round for a kernel that counts them, and nothing to do for others.
        registers.write32(UNIT + argument.offset(), argument.index() == 2 ? 1 : 0);
      }
    }
    registers.write32(UNIT + 0xc, registers.read32(UNIT + 0xc));
    registers.write32(UNIT + 4, 1);
    registers.write32(UNIT + 8, 1);
    registers.write32(UNIT, 1);
    while ((registers.read32(UNIT) & 2) == 0) {
      Thread.onSpinWait();
    }
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
