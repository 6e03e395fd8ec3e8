package dev.backplane.pi.driver;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events;
import dev.backplane.api.Image;
import dev.backplane.api.ImageMemory;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Registers;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit on a plugin in C, whose device is this processor. */
final class HostPluginConformanceTest extends DriverConformance {
  private static final int COUNT = 16;

  @TempDir static Path folder;

  private static Path plugin;

  @BeforeAll
  static void compile() {
    plugin = TestPlugin.host(folder, "15.49");
  }

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new PiDriver())
        .withoutOpae()
        .withoutBoard()
        .withoutCoherent()
        .config("{\"library\": \"%s\", \"probe\": false}".formatted(plugin))
        .refusesConfig("no JSON")
        .refusesConfig("[]")
        .refusesConfig("{}")
        .refusesConfig("{\"library\": \" \"}")
        .refusesConfig("{\"library\": \"x.so\", \"anything\": 1}")
        .refusesConfig("{\"library\": \"x.so\", \"version\": \"14.43\"}")
        .refusesConfig("{\"library\": \"x.so\", \"version\": 15.49}")
        .refusesConfig("{\"library\": \"x.so\", \"probe\": 1}")
        .refusesConfig("{\"library\": \"x.so\", \"probe_seconds\": 0}")
        .refusesConfig("{\"library\": \"x.so\", \"targets\": \"host\"}")
        .refusesConfig("{\"library\": \"x.so\", \"targets\": [\"\"]}")
        .without(Kernels.class)
        .without(Registers.class)
        .without(Events.class)
        .without(DeviceMemory.class)
        .without(UnitReservations.class)
        .without(Commands.class)
        .without(Management.class)
        .without(Board.class)
        .without(Diagnosis.class)
        .without(ImageMemory.class)
        .without(Ability.SHARING, Ability.USER_MEMORY, Ability.SHARED_ADDRESSES)
        .without(Ability.ADDRESSES)
        .without(Ability.SIGNALS)
        .without(Ability.SOURCE_CODE, Ability.ENDLESS_RUNS, Ability.FAULTS)
        .refusesImage(Image.of("nothing", new byte[0]), ErrorCode.IMAGE_INVALID)
        .refusesImage(HostImage.of("vadd", "no_such_kernel"), ErrorCode.BUILD_FAILED)
        .refusesImage(
            Image.of("garbage", "\1\2\3\4".getBytes(StandardCharsets.US_ASCII)),
            ErrorCode.IMAGE_INVALID)
        .testCase(sums());
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
    return TestCase.of(HostImage.of("vadd", "nothing"), "vadd")
        .input(one.array())
        .input(other.array())
        .output(sum.array())
        .scalar(COUNT);
  }
}
