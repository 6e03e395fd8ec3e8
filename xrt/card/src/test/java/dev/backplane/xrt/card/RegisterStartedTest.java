package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that are started by writing their control register, not by a run. */
final class RegisterStartedTest {
  private static final long RTL = 0x1800000;
  private static final long VADD = 0x1800000;
  private static final long SPIN = 0x1920000;
  private static final long SLEEPER = 0x1930000;
  private static final long BROKEN = 0x1950000;

  private static void pointer(Registers registers, long offset, long value) {
    registers.write32(offset, (int) value);
    registers.write32(offset + 4, (int) (value >>> 32));
  }

  @Test
  void anAddressFaultSurfacesAtOnceAndStopsTheCardUntilAReset() {
    try (TestCard card = new TestCard("{}")) {
      Images images = card.facet(Images.class);
      Kernel repeated = images.load(RtlImages.repeated()).kernel("repeated");
      Registers registers = card.facet(Registers.class);
      pointer(registers, RTL + 0x10, 0x1000);
      pointer(registers, RTL + 0x1c, 0x2000);
      registers.write64(RTL + 0x28, 6);
      BackplaneException first = refuses(ErrorCode.ADDRESS_FAULT, () -> registers.write32(RTL, 1));
      assertThat(first.getMessage()).contains("m_axi_gmem @cycle").contains("addr 0x1000");

      Management management = card.facet(Management.class);
      assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
      assertThat(management.report().get("fault")).contains("addr 0x1000");
      refuses(ErrorCode.DEVICE_FAULTED, () -> registers.read32(RTL));
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      refuses(ErrorCode.DEVICE_FAULTED, () -> repeated.start(source, target, 5, 0));

      management.reset();
      images
          .load(RtlImages.repeated())
          .kernel("repeated")
          .start(source, target, 5, 0)
          .await(DEADLINE);
      assertThat(target.syncBack().read(new int[1])).containsExactly(15);
    }
  }

  @Test
  void aJavaKernelWorksAndSaysWhenItIsDone() {
    try (TestCard card = new TestCard()) {
      Kernel vadd = card.kernel("vadd");
      Registers registers = card.facet(Registers.class);
      Buffer a = vadd.buffer("a", 8).write(1, 2).sync();
      Buffer b = vadd.buffer("b", 8).write(10, 20).sync();
      Buffer c = vadd.buffer("c", 8);
      pointer(registers, VADD + 0x10, a.address());
      pointer(registers, VADD + 0x1c, b.address());
      pointer(registers, VADD + 0x28, c.address());
      registers.write32(VADD + 0x34, 2);
      registers.write32(VADD, 1);
      int polls = 0;
      while ((registers.read32(VADD) & 2) == 0) {
        assertThat(polls++).isLessThan(1000);
      }
      assertThat(c.syncBack().read(new int[2])).containsExactly(11, 22);
      assertThat(card.facet(Management.class).report().get("unit vadd:vadd_1"))
          .startsWith("1 runs");
    }
  }

  @Test
  void aJavaKernelThatGoesOnCountsAsExecutingAndIsCancelledByClosing() {
    for (long unit : new long[] {SPIN, SLEEPER}) {
      TestCard card = new TestCard();
      card.load();
      card.facet(Registers.class).write32(unit, 1);
      Images images = card.facet(Images.class);
      refuses(ErrorCode.IN_USE, () -> images.load(TestImages.image(), LoadOption.FORCE));
      // Fails if the unit's thread does not end.
      card.closeDevice();
    }
  }

  /** Whoever schedules looks at one unit after the other: none may keep him from the next. */
  @Test
  void aJavaKernelThatGoesOnDoesNotHoldTheLooksAtIt() {
    try (TestCard card = new TestCard()) {
      card.load();
      Registers registers = card.facet(Registers.class);
      registers.write32(SLEEPER, 1);
      for (int look = 0; look < 20; look++) {
        assertThat(registers.read32(SLEEPER)).as("started, not done, not idle").isEqualTo(1);
        assertThat(registers.read32(SLEEPER + 4)).as("no interrupt enabled").isZero();
      }
    }
  }

  @Test
  void runsOfAHolderEndWhenTheHolderLeaves() {
    try (TestCard card = new TestCard()) {
      DriverDevice other = card.open(OpenMode.SHARED);
      card.load();
      TestCard.facet(other, Registers.class).write32(SPIN, 1);
      other.close();
      assertThat(card.facet(Registers.class).read32(SPIN) & 4).as("idle").isEqualTo(4);
      card.load();
    }
  }

  @Test
  void theFirstAccessAfterItsEndReportsWhyAJavaKernelFailed() {
    try (TestCard card = new TestCard()) {
      card.load();
      Registers registers = card.facet(Registers.class);
      registers.write32(BROKEN, 1);
      BackplaneException why =
          refuses(
              ErrorCode.KERNEL_FAILED,
              () -> {
                long end = System.nanoTime() + DEADLINE.toNanos();
                // A kernel that has not failed yet executes: it is started, not done, not idle.
                while (registers.read32(BROKEN) == 1 && System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
              });
      assertThat(why).hasMessageContaining("broken on purpose");
      assertThat(registers.read32(BROKEN) & 4).as("idle").isEqualTo(4);
      assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.HEALTHY);
    }
  }

  /** Has the kernel add the first word of the source so many times, started through registers. */
  private static void start(Registers registers, Buffer source, Buffer target, long times) {
    pointer(registers, RTL + 0x10, source.address());
    pointer(registers, RTL + 0x1c, target.address());
    registers.write64(RTL + 0x28, times);
    registers.write32(RTL, 1);
  }

  @Test
  void rtlGoesOnThoughNobodyLooksAndIsSeenDoneAtTheFirstLook() throws Exception {
    try (TestCard card = new TestCard("{}")) {
      Kernel repeated = card.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      Registers registers = card.facet(Registers.class);
      Management management = card.facet(Management.class);
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      for (int execution = 1; execution <= 3; execution++) {
        start(registers, source, target, 2000 + execution);
        String ended = execution + " runs";
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!unit(management).startsWith(ended) && System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        assertThat(unit(management)).startsWith(ended);
        assertThat(registers.read32(RTL) & 6).as("done and idle").isEqualTo(6);
        assertThat(registers.read32(RTL) & 6).as("done is told once").isEqualTo(4);
        assertThat(target.syncBack().read(new int[1])).containsExactly(3 * (2000 + execution));
      }
    }
  }

  private static String unit(Management management) {
    return management.report().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("unit repeated"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("none");
  }

  @Test
  void aLookAtTheControlRegisterWaitsForTheEndOfRtlInsteadOfManyLooks() {
    try (TestCard card = new TestCard("{}")) {
      Kernel repeated = card.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      Registers registers = card.facet(Registers.class);
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      start(registers, source, target, 20_000);
      int looks = 1;
      while ((registers.read32(RTL) & 2) == 0) {
        looks++;
      }
      // 256 cycles a look would be 78.
      assertThat(looks).isLessThan(60);
      assertThat(target.syncBack().read(new int[1])).containsExactly(60_000);
      // Nothing is left over that a run would meet.
      repeated.start(source, target, 5, 0).await(DEADLINE);
      assertThat(target.syncBack().read(new int[1])).containsExactly(15);
    }
  }

  @Test
  void rtlThatNeverEndsCountsAsExecutingAndIsCancelledByClosing() {
    try (TestCard card = new TestCard("{}")) {
      Images images = card.facet(Images.class);
      Kernel repeated = images.load(RtlImages.repeated()).kernel("repeated");
      DriverDevice other = card.open(OpenMode.SHARED);
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      start(TestCard.facet(other, Registers.class), source, target, Long.MAX_VALUE);
      refuses(ErrorCode.IN_USE, () -> images.load(RtlImages.repeated(), LoadOption.FORCE));
      other.close();

      assertThat(card.facet(Registers.class).read32(RTL) & 4).as("idle").isEqualTo(4);
      repeated.start(source, target, 5, 0).await(DEADLINE);
      assertThat(target.syncBack().read(new int[1])).containsExactly(15);
    }
  }

  @Test
  void rtlThatRestsMakesRoomForARun() {
    try (TestCard card = new TestCard("{\"watchdog_cycles\": 3000}")) {
      Kernel repeated = card.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      Registers registers = card.facet(Registers.class);
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      start(registers, source, target, Long.MAX_VALUE);
      repeated.start(source, target, 5, 0).await(DEADLINE);
      assertThat(target.syncBack().read(new int[1])).containsExactly(15);
    }
  }

  /** Starts the kernel that counts so many cycles (mode 0), or waits for a word (others). */
  private static Registers ponder(TestCard card, int cycles, int mode) {
    card.facet(Images.class).load(RtlImages.ponder());
    Registers registers = card.facet(Registers.class);
    registers.write32(RTL + 0x10, cycles);
    registers.write32(RTL + 0x14, mode);
    registers.write32(RTL + 0x18, 0);
    registers.write32(RTL, 1);
    return registers;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 0x14})
  void rtlThatIsStuckTellsSoToWhoeverLooksAtIt(long register) {
    try (TestCard card = new TestCard("{\"watchdog_cycles\": 5000}")) {
      Registers registers = ponder(card, 0, 1);
      BackplaneException told =
          refuses(
              ErrorCode.NO_PROGRESS,
              () -> {
                for (int look = 0; look < 1000; look++) {
                  registers.read32(RTL + register);
                }
              });
      assertThat(told.getMessage())
          .contains("made no progress", "limit is 5000 cycles")
          .contains("kernel ponder on compute unit ponder_1")
          .contains("reset ap_rst_n, active low, is 1");
      Management management = card.facet(Management.class);
      assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
      management.reset();
      assertThat(ponder(card, 10, 0).read32(RTL) & 2).as("done").isEqualTo(2);
    }
  }

  @Test
  void rtlThatComputesWithoutABusIsNotStuckThoughItTakesManyTimesTheLimit() {
    try (TestCard card = new TestCard("{\"watchdog_cycles\": 5000}")) {
      Registers registers = ponder(card, 200_000, 0);
      int looks = 0;
      while ((registers.read32(RTL) & 2) == 0) {
        assertThat(looks++).isLessThan(1000);
      }
    }
  }

  @Test
  void rtlThatWaitsForARegisterGoesOnWhenItsOwnerWritesIt() {
    try (TestCard card = new TestCard("{\"watchdog_cycles\": 5000}")) {
      Registers registers = ponder(card, 0, 1);
      registers.write32(RTL + 0x18, 1);
      assertThat(registers.read32(RTL) & 2).as("done").isEqualTo(2);
    }
  }

  @Test
  void rtlThatStartsItselfAgainMovesOnWithTheAccessesOnly() {
    try (TestCard card = new TestCard("{}")) {
      Kernel repeated = card.facet(Images.class).load(RtlImages.repeated()).kernel("repeated");
      Registers registers = card.facet(Registers.class);
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      pointer(registers, RTL + 0x10, source.address());
      pointer(registers, RTL + 0x1c, target.address());
      registers.write64(RTL + 0x28, 6);
      registers.write32(RTL, 0x81);
      int looks = 0;
      while (target.syncBack().read(new int[1])[0] != 18) {
        registers.read32(RTL);
        assertThat(looks++).isLessThan(100);
      }
      // Nothing executes that would stand in the way.
      card.facet(Images.class).load(RtlImages.repeated(), LoadOption.FORCE);
    }
  }
}
