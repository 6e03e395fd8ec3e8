package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Registers;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Device memory that goes away under a kernel which nobody awaits, and kernels that leave it. */
final class FreedUnderKernelTest {
  private static final long VADD = 0x1800000;
  private static final long SPIN = 0x1920000;
  private static final long WILD = 0x1940000;

  private static void pointer(Registers registers, long offset, long value) {
    registers.write32(offset, (int) value);
    registers.write32(offset + 4, (int) (value >>> 32));
  }

  /** RTL that starts itself again moves on with the accesses; its bursts are in the middle then. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void aBufferThatIsFreedUnderRtlIsAnAddressFaultThatNamesIt(int looks) {
    try (TestCard card = new TestCard("{}")) {
      Kernel vadd = card.facet(Images.class).load(RtlImages.example("vadd")).kernel("vadd");
      Registers registers = card.facet(Registers.class);
      Buffer a = vadd.buffer("a", 4096);
      Buffer b = vadd.buffer("b", 4096);
      Buffer c = vadd.buffer("c", 4096);
      for (int i = 0; i < 3; i++) {
        Buffer buffer = i == 0 ? a : i == 1 ? b : c;
        pointer(registers, VADD + vadd.arguments().get(i).offset(), buffer.address());
      }
      registers.write32(VADD + vadd.arguments().get(3).offset(), 1024);
      registers.write32(VADD, 0x81);
      for (int i = 0; i < looks; i++) {
        registers.read32(VADD);
      }
      long at = b.address();
      b.close();

      BackplaneException fault =
          refuses(
              ErrorCode.ADDRESS_FAULT,
              () -> {
                for (int i = 0; i < 100; i++) {
                  registers.read32(VADD);
                }
              });
      assertThat(fault.getMessage())
          .contains("kernel vadd on compute unit vadd_1")
          .contains("in a freed buffer of 4096 bytes at 0x%x".formatted(at))
          .contains("lenient_memory");
      assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);
    }
  }

  /** Keeps what it was given the first time. */
  public static final class Keeping implements FunctionalKernel {
    private @Nullable MemorySegment kept;

    /** Made by the card. */
    public Keeping() {}

    @Override
    public void execute(Call call) {
      MemorySegment now = kept;
      if (now == null) {
        now = call.buffer("data");
        kept = now;
      }
      now.fill((byte) 1);
    }
  }

  /** The same without a thread. */
  public static final class ShortKeeping implements ShortKernel {
    private final Keeping keeping = new Keeping();

    /** Made by the card. */
    public ShortKeeping() {}

    @Override
    public void execute(Call call) {
      keeping.execute(call);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Keeping.class, ShortKeeping.class})
  void aJavaKernelThatKeepsAFreedBufferIsToldSo(Class<? extends FunctionalKernel> type) {
    try (TestCard card = new TestCard(JavaKernels.configFor("spin", type))) {
      Kernel spin = card.kernel("spin");
      Registers registers = card.facet(Registers.class);
      Buffer first = spin.buffer("data", 64);
      pointer(registers, SPIN + 0x10, first.address());
      registers.write32(SPIN, 1);
      while ((registers.read32(SPIN) & 4) == 0) {
        Thread.onSpinWait();
      }
      long at = first.address();
      first.close();
      Buffer second = spin.buffer("data", 64);
      BackplaneException fault =
          refuses(ErrorCode.ADDRESS_FAULT, () -> spin.start(second).await(DEADLINE));
      assertThat(fault.getMessage())
          .contains("run of kernel spin on compute unit spin_1")
          .contains("no memory at 0x%x any more".formatted(at));
    }
  }

  /** Writes behind its buffer. */
  public static final class ShortWild implements ShortKernel {
    private final JavaKernels.Wild wild = new JavaKernels.Wild();

    /** Made by the card. */
    public ShortWild() {}

    @Override
    public void execute(Call call) {
      wild.execute(call);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaKernels.Wild.class, ShortWild.class})
  void aJavaKernelStartedThroughRegistersThatLeavesItsBufferStopsTheCard(
      Class<? extends FunctionalKernel> type) {
    try (TestCard card = new TestCard(JavaKernels.configFor("wild", type))) {
      Kernel wild = card.kernel("wild");
      Registers registers = card.facet(Registers.class);
      pointer(registers, WILD + 0x10, wild.buffer("data", 64).address());
      registers.write32(WILD, 1);
      Management management = card.facet(Management.class);
      long end = System.nanoTime() + DEADLINE.toNanos();
      while (management.health() == Management.Health.HEALTHY && System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
      assertThat(management.report().get("fault")).contains("no memory at");
      assertThat(refuses(ErrorCode.DEVICE_FAULTED, () -> registers.read32(WILD)))
          .hasMessageContaining("no memory at");
      management.reset();
      Kernel vadd = card.kernel("vadd");
      vadd.start(vadd.buffer("a", 4), vadd.buffer("b", 4), vadd.buffer("c", 4), 1).await(DEADLINE);
      assertThat(registers.read32(WILD) & 4).as("idle, and nothing of the old fault").isEqualTo(4);
    }
  }

  @Test
  void aRunThatFailsNamesItsKernelAndUnit() {
    try (TestCard card = new TestCard()) {
      Kernel broken = card.kernel("broken");
      assertThat(
              refuses(
                  ErrorCode.KERNEL_FAILED,
                  () -> broken.start(broken.buffer("data", 4)).await(DEADLINE)))
          .hasMessageContaining("run of kernel broken on compute unit broken_1");
    }
  }
}
