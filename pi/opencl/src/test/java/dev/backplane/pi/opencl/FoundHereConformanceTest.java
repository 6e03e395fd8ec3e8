package dev.backplane.pi.opencl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events;
import dev.backplane.api.Image;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Registers;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.tck.Ability;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.TestCase;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** The kit on the first device of the first implementation of this machine. */
final class FoundHereConformanceTest extends DriverConformance {
  private static final int COUNT = 16;

  private static final String SOURCE =
      """
      kernel void vadd(global const int *a, global const int *b, global int *c, int n) {
        for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
      }
      """;

  @BeforeAll
  static void needsAnImplementation() {
    assumeTrue(!OpenClPi.find().isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
  }

  /** A container with code that no such device takes, and source, which all do. */
  private static Image image() {
    return new BinaryContainer(
            "vadd",
            List.of(
                DeviceBinary.of("nvptx64", Content.of(new byte[] {1, 2, 3})),
                DeviceBinary.ofSource(SOURCE)))
        .toImage();
  }

  private static TestCase sums() {
    ByteBuffer one = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer other = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer sum = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < COUNT; i++) {
      one.putInt(i);
      other.putInt(1000 * i + 7);
      sum.putInt(1001 * i + 7);
    }
    return TestCase.of(image(), "vadd")
        .input(one.array())
        .input(other.array())
        .output(sum.array())
        .scalar(COUNT);
  }

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new OpenClDriver())
        .withoutOpae()
        .withoutBoard()
        .withoutCoherent()
        .refusesConfig("no JSON")
        .refusesConfig("[]")
        .refusesConfig("{\"anything\": 1}")
        .refusesConfig("{\"probe\": \"maybe\"}")
        .without(Ability.USER_MEMORY, Ability.SHARING)
        .without(Ability.ADDRESSES, Ability.ENDLESS_RUNS, Ability.FAULTS)
        .without(Kernels.class)
        .without(Registers.class)
        .without(DeviceMemory.class)
        .without(UnitReservations.class)
        .without(Commands.class)
        .without(Management.class)
        .without(Board.class)
        .without(Diagnosis.class)
        .without(Events.class)
        .refusesImage(Image.of("nothing", new byte[0]), ErrorCode.IMAGE_INVALID)
        .refusesImage(Image.of("prose", Content.of("Nothing to compute.")), ErrorCode.IMAGE_INVALID)
        .refusesImage(Image.source("none", "Nothing to compute."), ErrorCode.BUILD_FAILED)
        .refusesImage(
            Image.source("wrong", "kernel void k() { undefined }"), ErrorCode.BUILD_FAILED)
        .testCase(sums());
  }
}
