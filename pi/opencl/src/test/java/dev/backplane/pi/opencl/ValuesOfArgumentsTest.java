package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Program;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Values of arguments as kernels see them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class ValuesOfArgumentsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private FoundDevice found;
  private DriverDevice device;
  private Buffer buffer;

  @BeforeAll
  void open() {
    found = FoundDevice.open();
    device = found.device();
    buffer = found.buffer(4096);
  }

  @AfterAll
  void close() {
    if (found != null) {
      found.close();
    }
  }

  private Program load(String source) {
    return found.load(Image.source("k.cl", source));
  }

  private double[] doubles(int count) {
    MemorySegment bytes = buffer.syncBack().host().asSlice(0, (long) count * Double.BYTES);
    return bytes.toArray(ValueLayout.JAVA_DOUBLE);
  }

  @Test
  void vectorsOfThreeAndStructuresWithThemHaveTheirGaps() {
    String source =
        """
        struct s {char a; float3 b; char c; long d;};
        kernel void k(float3 a, char3 b, double3 d, long3 l, short3 s, uchar3 u, struct s t,
            global double *o) {
          o[0] = a.z; o[1] = b.z; o[2] = d.z; o[3] = l.z; o[4] = s.z; o[5] = u.z;
          o[6] = t.b.z; o[7] = t.c; o[8] = t.d; o[9] = sizeof(struct s);
        }
        """;
    ByteBuffer structure = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
    structure.putFloat(24, 2.5f).put(32, (byte) 9).putLong(40, 77);
    try (Program program = load(source)) {
      program
          .kernel("k")
          .start(
              new float[] {1, 2, 3},
              new byte[] {4, 5, -6},
              new double[] {1, 2, 3.5},
              new long[] {1, 2, Long.MIN_VALUE},
              new short[] {1, 2, -3},
              new int[] {1, 2, 255},
              MemorySegment.ofBuffer(structure),
              buffer)
          .await(LONG);
      assertThat(doubles(10)).containsExactly(3, -6, 3.5, -0x1p63, -3, 255, 2.5, 9, 77, 48);
    }
  }

  @Test
  void numbersAreWhatTheyAreAtTheEndsOfTheirTypes() {
    String source =
        """
        kernel void k(char c, uchar u, short s, ushort us, uint ui, ulong ul, float f, double d,
            global double *o) {
          o[0] = c; o[1] = u; o[2] = s; o[3] = us; o[4] = ui; o[5] = ul; o[6] = f; o[7] = d;
        }
        """;
    try (Program program = load(source)) {
      program
          .kernel("k")
          .start(-128, 255, -32768, 'z', 4294967295L, -1L, new BigDecimal("1.5"), 7, buffer)
          .await(LONG);
      assertThat(doubles(8)).containsExactly(-128, 255, -32768, 'z', 4294967295.0, 0x1p64, 1.5, 7);
      program
          .kernel("k")
          .start((byte) -1, 'a', (short) -1, 0, true, false, -0.25, 1 << 30, buffer)
          .await(LONG);
      assertThat(doubles(8)).containsExactly(-1, 'a', -1, 0, 1, 0, -0.25, 1 << 30);
    }
  }

  @Test
  void workItemsBeginAtAnOffsetThatNoIntHolds() {
    String source =
        "kernel void k(global ulong *o) "
            + "{ o[get_global_id(0) - get_global_offset(0)] = get_global_id(0); }";
    try (Program program = load(source);
        Call call = program.kernel("k").bind(buffer)) {
      call.range(2).offset(1L << 33, 0, 0).start().await(LONG);
      assertThat(buffer.syncBack().read(new long[2])).containsExactly(1L << 33, (1L << 33) + 1);
    }
  }

  @Test
  void localMemoryThatIsTooMuchInAllIsRefusedBeforeTheDeviceMeetsIt() {
    String two =
        "kernel void k(local int *a, local int *b, global int *o) "
            + "{ a[0] = 1; b[0] = 2; o[0] = a[0]; o[1] = b[0]; }";
    long all;
    try (Program program = load(two);
        Call call = program.kernel("k").call().set(2, buffer).range(1)) {
      all = largest(call);
      call.setLocal(0, 128).setLocal(1, 128).start().await(LONG);
      assertThat(buffer.syncBack().read(new int[2])).containsExactly(1, 2);
      call.setLocal(0, all).setLocal(1, 1);
      refuses(call);
      call.setLocal(0, all - 128).start().await(LONG);
    }
    String own =
        """
        kernel void k(local int *a, global int *o) {
          local int big[SIZE];
          for (int i = 0; i < SIZE; i++) big[(i + o[2]) % SIZE] = i;
          a[0] = 3;
          o[0] = big[o[3] % SIZE] - big[(o[3] + 1) % SIZE] + a[0];
        }
        """;
    Image image = Image.source("k.cl", own).withOptions("-DSIZE=" + all / 8);
    try (Program program = device.facet(Images.class).orElseThrow().load(image);
        Call call = program.kernel("k").call().set(1, buffer).range(1)) {
      call.setLocal(0, all / 2 + 1);
      runsOrIsRefused(call);
      call.setLocal(0, all / 4).start().await(LONG);
    }
  }

  /** The local memory of the device, as an error says it. */
  private static long largest(Call call) {
    BackplaneException error =
        catchThrowableOfType(BackplaneException.class, () -> call.setLocal(0, Long.MAX_VALUE));
    return Long.parseLong(
        String.valueOf(error.getMessage()).replaceAll("(?s).*the device has (\\d+).*", "$1"));
  }

  /** pocl 6 has room for what a source declares beside the local memory of the device. */
  private static void runsOrIsRefused(Call call) {
    try {
      call.start().await(LONG);
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_RANGE);
    }
  }

  private static void refuses(Call call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call::start);
    assertThat(error).isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.OUT_OF_RANGE);
  }
}
