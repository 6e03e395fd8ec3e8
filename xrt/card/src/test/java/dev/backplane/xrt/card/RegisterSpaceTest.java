package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The register maps of compute units as the card shows them. */
final class RegisterSpaceTest {
  private static final long VADD_1 = 0x1800000;
  private static final long VADD_2 = 0x1810000;
  private static final int DONE_AND_IDLE = 0b1110;

  private final TestCard card = new TestCard();
  private final Registers registers = card.facet(Registers.class);

  @AfterEach
  void close() {
    card.close();
  }

  @Test
  void withoutAnImageThereAreNoRegisters() {
    assertThat(registers.size()).isZero();
    assertThat(refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(0)).getMessage())
        .contains("no image is loaded");
  }

  @Test
  void betweenTheUnitsThereIsNothing() {
    card.load();
    for (long offset : new long[] {0, VADD_1 - 4, VADD_1 + 0x1000, VADD_2 - 4}) {
      assertThat(refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(offset)).getMessage())
          .contains("0x1800000 to 0x1800fff (vadd_1)");
    }
  }

  @Test
  void everyUnitHasRegistersOfItsOwn() {
    card.load();
    registers.write32(VADD_1 + 0x34, 1);
    registers.write32(VADD_2 + 0x34, 2);

    assertThat(registers.read32(VADD_1 + 0x34)).isEqualTo(1);
    assertThat(registers.read32(VADD_2 + 0x34)).isEqualTo(2);
  }

  @Test
  void aKernelCanBeRunByItsRegisters() {
    Kernel vadd = card.kernel("vadd");
    Buffer a = vadd.buffer("a", 8).write(1, 2).sync();
    Buffer b = vadd.buffer("b", 8).write(10, 20).sync();
    Buffer c = vadd.buffer("c", 8);
    registers.write32(VADD_1 + 0x10, (int) a.address());
    registers.write32(VADD_1 + 0x14, (int) (a.address() >>> 32));
    registers.write32(VADD_1 + 0x1c, (int) b.address());
    registers.write32(VADD_1 + 0x20, (int) (b.address() >>> 32));
    registers.write64(VADD_1 + 0x28, c.address());
    registers.write32(VADD_1 + 0x34, 2);
    registers.write32(VADD_1, 1);

    assertThat(controlOnceNotExecuting()).isEqualTo(DONE_AND_IDLE);
    assertThat(registers.read32(VADD_1)).as("done is gone when read").isEqualTo(0b100);
    assertThat(c.syncBack().read(new int[2])).containsExactly(11, 22);
  }

  @Test
  void aKernelStartedByItsRegistersThatFailsSaysSo() {
    card.load();
    registers.write64(VADD_1 + 0x10, 0xdead0000L);
    registers.write32(VADD_1, 1);

    // As the access's own failure, or as that of the card, which has stopped for it by then.
    assertThatThrownBy(this::controlOnceNotExecuting).hasMessageContaining("0xdead0000");
    refuses(ErrorCode.DEVICE_FAULTED, () -> registers.read32(VADD_1));
  }

  @Test
  void registersOfAUnitAnswerWhileItExecutes() {
    Kernel spin = card.kernel("spin");
    Buffer buffer = spin.buffer("data", 64);
    Run run = spin.start(buffer);
    long spinUnit = 0x1900000 + 2 * 0x10000L;
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (run.state() != RunState.RUNNING) {
      assertThat(System.nanoTime()).as("time until the run is on a unit").isLessThan(end);
      Thread.onSpinWait();
    }

    assertThat(registers.read64(spinUnit + 0x10)).isEqualTo(buffer.address());
    assertThat(registers.read32(spinUnit)).as("started, not done").isEqualTo(1);
    run.cancel();
    refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE));
  }

  /** Polls, as a host does: a look at a unit that executes waits for a moment only. */
  private int controlOnceNotExecuting() {
    int control = registers.read32(VADD_1);
    for (long end = System.nanoTime() + DEADLINE.toNanos(); control == 1; ) {
      assertThat(System.nanoTime()).as("time until the kernel ends").isLessThan(end);
      control = registers.read32(VADD_1);
    }
    return control;
  }
}
