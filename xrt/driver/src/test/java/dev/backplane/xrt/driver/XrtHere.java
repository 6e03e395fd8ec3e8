package dev.backplane.xrt.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events;
import dev.backplane.api.Image;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.TestCase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the tests of this driver share: whether XRT is here, an image, and what the driver lacks.
 */
final class XrtHere {
  /** A register of the example's compute unit. */
  static final long FAKE_SCRATCH = 0x1800000 + 0x10;

  private static final int COUNT = 16;

  private XrtHere() {}

  static void assume(String shim) {
    assumeTrue(found(shim), shim + " is not installed: tools/setup does it");
  }

  private static boolean found(String shim) {
    try (DirectoryStream<Path> places =
        Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu*")) {
      for (Path place : places) {
        if (Files.exists(place.resolve(shim))) {
          return true;
        }
      }
    } catch (IOException notDebian) {
      return false;
    }
    return false;
  }

  static Image vadd() {
    return Image.of(Path.of("../../examples/vadd/vadd.xclbin"));
  }

  /** One execution of the example: the sums of two vectors. */
  static TestCase sums() {
    ByteBuffer one = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer other = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer sum = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < COUNT; i++) {
      one.putInt(i);
      other.putInt(1000 * i + 7);
      sum.putInt(1001 * i + 7);
    }
    return TestCase.of(vadd(), "vadd")
        .input(one.array())
        .input(other.array())
        .output(sum.array())
        .scalar(COUNT);
  }

  /** What the C interface does not offer, by name. */
  static DriverUnderTest driver(String config) {
    return DriverUnderTest.of(new XrtDriver())
        .withoutOpae()
        .withoutBoard()
        .withoutCoherent()
        .config(config)
        .refusesConfig("no JSON")
        .refusesConfig("[]")
        .refusesConfig("{\"emulation\": \"sw_emu\"}")
        .refusesConfig("{\"emulation\": 3}")
        .refusesConfig("{\"anything\": 1}")
        .refusesConfig("{\"emulation\": \"none\", \"devices\": 2}")
        .refusesConfig("{\"emulation\": \"noop\", \"devices\": 17}")
        .refusesConfig("{\"emulation\": \"hw_emu\", \"completion\": \"callback\"}")
        .refusesConfig("{\"ini\": {\"no section\": \"x\"}}")
        .refusesConfig("{\"ini\": {\"Runtime.verbosity\": \"4\\nx=y\"}}")
        .refusesConfig("{\"environment\": {\"A=B\": \"x\"}}")
        .refusesConfig("{\"environment\": [\"A\"]}")
        .refusesConfig("{\"deadline_seconds\": 0}")
        .without(Ability.HOST_MEMORY, Ability.SHARED_ADDRESSES)
        .without(Ability.SHARING, Ability.USAGE)
        .without(Ability.ENDLESS_RUNS, Ability.FAULTS)
        .without(Kernels.class)
        .without(Events.class)
        .without(DeviceMemory.class)
        .without(UnitReservations.class)
        .without(Commands.class)
        .without(Management.class)
        .without(Board.class)
        .without(Diagnosis.class)
        .withoutPluginInterface()
        .without(Ability.SOURCE_CODE)
        .refusesImage(Image.of("nothing", new byte[0]), ErrorCode.IMAGE_INVALID)
        .testCase(sums());
  }

  static DriverUnderTest noop(String config) {
    return driver(config).without(Ability.NUMBERS, Ability.SCRATCH_REGISTER);
  }

  static DriverUnderTest fake(String config) {
    return driver(config).scratchRegister(FAKE_SCRATCH);
  }
}
