package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Program;
import dev.backplane.api.binary.Content;
import dev.backplane.api.pi.Interop;
import dev.backplane.api.pi.Interop.Ownership;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.pi.opencl.icd.IcdSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What would end this process if the implementation of this machine were given it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class UntrustedInputTest {
  private static final Image SEVEN =
      Image.source("seven.cl", "kernel void seven(global int *x) { x[0] = 7; }");

  private final OpenClInstance instance =
      new OpenClInstance(
          "cl",
          new IcdSettings(
              Map.of(),
              IcdSettings.VENDORS,
              Optional.empty(),
              List.of(),
              IcdSettings.Probing.SUSPICIOUS,
              Duration.ofMinutes(2)),
          CallTrace.NONE);

  private DriverDevice device;
  private byte[] binary;

  @BeforeAll
  void build() {
    var found = instance.enumerate(List.of());
    assumeTrue(!found.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
    device = instance.open(found.getFirst().key(), OpenMode.EXCLUSIVE);
    try (Program program = images().load(SEVEN)) {
      binary = program.binary().orElseThrow().content().toArray();
    }
  }

  @AfterAll
  void close() {
    if (device != null) {
      device.close();
    }
    instance.close();
  }

  private Images images() {
    return device.facet(Images.class).orElseThrow();
  }

  private static Image own(String name, byte[] code) {
    return Image.of(name, Content.of(code), ImageFormat.NATIVE);
  }

  private Interop interop() {
    return device.facet(Interop.class).orElseThrow();
  }

  private byte[] foreign() {
    return Arrays.copyOfRange(binary, 24, binary.length);
  }

  @Test
  void aWholeBinaryIsTakenAlsoIfSomebodyElseMadeIt() {
    try (Program program = images().load(own("seven", binary))) {
      Kernel seven = program.kernel("seven");
      try (Buffer x = seven.buffer("x", 4)) {
        seven.start(x).await(Duration.ofSeconds(60));
        assertThat(x.syncBack().read(new int[1])).containsExactly(7);
      }
    }
    // Nothing tells what its kernels take, or whether they ask which work item they are.
    try (Program program = images().load(own("seven", foreign()));
        Buffer x = device.facet(Memory.class).orElseThrow().allocate(4, 0);
        Call call = program.kernel("seven").call()) {
      Argument first = call.arguments().getFirst();
      if (first.kind() == Argument.Kind.UNKNOWN) {
        var error = refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> first.check(x));
        assertThat(error.getMessage()).contains("-cl-kernel-arg-info");
        call.setBytes(0, MemorySegment.ofArray(new long[] {interop().handle(x)}));
      } else {
        call.set(0, x);
      }
      refuses(ErrorCode.WRONG_WORK_SIZE, call::start);
      call.range(1).start().await(Duration.ofSeconds(60));
      assertThat(x.syncBack().read(new int[1])).containsExactly(7);
    }
  }

  @Test
  void aBinaryThatIsCutOffAnywhereIsRefusedWithItsLength() {
    for (int length : new int[] {8, 9, 23, 24, 25, binary.length / 2, binary.length - 1}) {
      var error =
          refuses(
              ErrorCode.IMAGE_INVALID,
              () -> images().load(own("cut", Arrays.copyOf(binary, length))));
      assertThat(error.getMessage()).contains("damaged");
    }
    byte[] longer = Arrays.copyOf(binary, binary.length + 1);
    refuses(ErrorCode.IMAGE_INVALID, () -> images().load(own("longer", longer)));
  }

  @Test
  void aBinaryWithAChangedByteIsRefusedWhereverItIs() {
    for (int at : new int[] {8, 9, 12, 16, 24, binary.length / 2, binary.length - 1}) {
      byte[] changed = binary.clone();
      changed[at] ^= 0x40;
      refuses(ErrorCode.IMAGE_INVALID, () -> images().load(own("bad", changed)));
      refuses(ErrorCode.IMAGE_INVALID, () -> images().load(Image.of("bad", changed)));
    }
  }

  @Test
  void aForeignBinaryThatIsCutOffEndsAnotherProcess() {
    byte[] foreign = foreign();
    byte[] half = Arrays.copyOf(foreign, foreign.length / 2);
    var error = refuses(ErrorCode.IMAGE_INVALID, () -> images().load(own("half", half)));
    assertThat(error.remedy()).contains("Build the program from source");
  }

  @Test
  void aNumberThatIsNoHandleIsRefusedByEveryWayIn() {
    try (Arena arena = Arena.ofConfined()) {
      long zeros = arena.allocate(4096, 64).address();
      for (long handle : new long[] {1, 8, -1, Long.MIN_VALUE, 0x1234_5678_9000L, zeros}) {
        for (Ownership ownership : Ownership.values()) {
          refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().buffer(handle, ownership));
          refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().queue(handle, ownership));
          refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().run(handle, ownership));
          refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().program(handle, ownership));
          var error = refuses(ErrorCode.INVALID_ARGUMENT, () -> interop().call(handle, ownership));
          assertThat(error.getMessage()).contains("0x" + Long.toHexString(handle));
        }
      }
    }
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }
}
