package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.board.Resets;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.UnitReservations;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Opcode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on a card with an embedded scheduler: through its command queue, from end to end. */
final class ErtRunsTest {
  private static final long QUEUE = 0x19_0000;
  private static final long CONTROL = 0x18_0000;
  private static final String INTERRUPTS = "\"interrupts\": true";

  private static Image withInterrupts() {
    int[] next = new int[1];
    return TestImages.image(kernel -> kernel.interrupt(true), ip -> ip.withInterrupt(next[0]++));
  }

  private static Kernel kernel(TestCard card, Image image, String name) {
    return card.facet(Images.class).load(image).kernel(name);
  }

  /** Adds pairs of numbers on the two units, many in flight. */
  private static void addMany(Kernel vadd, int slots, int rounds) {
    List<Call> calls = new ArrayList<>();
    List<Buffer> sums = new ArrayList<>();
    Buffer b = vadd.buffer("b", 4).write(1000).sync();
    for (int i = 0; i < slots; i++) {
      sums.add(vadd.buffer("c", 4));
      calls.add(vadd.bind(vadd.buffer("a", 4).write(i).sync(), b, sums.get(i), 1));
    }
    for (int round = 0; round < rounds; round++) {
      for (Run run : calls.stream().map(Call::start).toList()) {
        assertThat(run.join(DEADLINE)).isEqualTo(RunState.COMPLETED);
      }
    }
    for (int i = 0; i < slots; i++) {
      assertThat(sums.get(i).syncBack().read(new int[1])).containsExactly(1000 + i);
    }
    calls.forEach(Call::close);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 33, 128})
  void queuesOfAnyLengthServeManyMoreRunsThanTheyHaveSlots(int slots) {
    try (TestCard card = TestCard.inMode("ert", "\"queue_slots\": " + slots)) {
      addMany(card.kernel("vadd"), 200, 2);
      UnitReservations contexts = card.facet(UnitReservations.class);
      assertThat(contexts.units().subList(0, 2))
          .extracting(UnitReservations.Unit::usage)
          .containsExactly(200L, 200L);
      assertThat(contexts.clients().getFirst().inFlight()).isZero();
    }
  }

  @Test
  void interruptsOfUnitsAndSlotsTellOfTheEnd() {
    try (TestCard card = TestCard.inMode("ert", INTERRUPTS)) {
      Kernel vadd = kernel(card, withInterrupts(), "vadd");
      EventStream stream = card.facet(Events.class).subscribeInterrupt(0);
      addMany(vadd, 40, 3);
      assertThat(stream.next(Duration.ZERO)).isPresent();
      assertThat(card.facet(UnitReservations.class).units())
          .allMatch(UnitReservations.Unit::interrupts);
    }
  }

  @Test
  void withoutInterruptsStatusIsPolledAndNoMessageIsSent() {
    try (TestCard card = TestCard.inMode("ert")) {
      Kernel vadd = kernel(card, withInterrupts(), "vadd");
      EventStream stream = card.facet(Events.class).subscribe();
      addMany(vadd, 40, 3);
      assertThat(stream.next(Duration.ZERO)).isEmpty();
      assertThat(card.facet(Registers.class).read32(CONTROL)).as("taken by the driver").isZero();
    }
  }

  @Test
  void aChainedUnitIsAcknowledgedAndStartedAgain() {
    try (TestCard card = TestCard.inMode("ert")) {
      Image chained =
          TestImages.image(
              kernel -> kernel.protocol("ap_ctrl_chain"),
              ip ->
                  Ip.kernel(
                      ip.kernelName(),
                      ip.instanceName(),
                      ip.base(),
                      ControlProtocol.AP_CTRL_CHAIN));
      addMany(kernel(card, chained, "vadd"), 20, 2);
    }
  }

  @Test
  void shortKernelsGoThroughTheQueueToo() {
    String config = TestCard.configInMode("ert").replace("JavaKernels$Vadd", "ShortKernels$Vadd");
    try (TestCard card = new TestCard(config)) {
      addMany(card.kernel("vadd"), 50, 2);
    }
  }

  @Test
  void aShortRunOvertakesALongOneOnAnotherUnit() {
    try (TestCard card = TestCard.inMode("ert", "\"queue_slots\": 3")) {
      Kernel spin = card.kernel("spin");
      Run endless = spin.start(spin.buffer("data", 4));
      addMany(card.kernel("vadd"), 5, 1);

      assertThat(endless.state()).isEqualTo(RunState.RUNNING);
      endless.cancel();
      refuses(ErrorCode.CANCELLED, () -> endless.await(DEADLINE));
    }
  }

  @Test
  void aFullQueueHoldsBackWhatHasNoSlotUntilSomethingEnds() {
    try (TestCard card = TestCard.inMode("ert", "\"queue_slots\": 128")) {
      Kernel spin = card.kernel("spin");
      Buffer data = spin.buffer("data", 4);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < 130; i++) {
        runs.add(spin.start(data));
      }
      Kernel vadd = card.kernel("vadd");
      Run late = vadd.start(vadd.buffer("a", 4), vadd.buffer("b", 4), vadd.buffer("c", 4), 1);

      awaitCount(runs, RunState.RUNNING, 127);
      assertThat(late.state()).isEqualTo(RunState.QUEUED);
      assertThat(count(runs, RunState.QUEUED)).isEqualTo(3);
      // Without a slot, in a slot, on the unit.
      for (int i : new int[] {129, 60, 0}) {
        runs.get(i).cancel();
        refuses(ErrorCode.CANCELLED, () -> runs.get(i).await(DEADLINE));
      }
      runs.forEach(Run::cancel);
      late.await(DEADLINE);
      runs.forEach(run -> refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE)));
    }
  }

  private static long count(List<Run> runs, RunState state) {
    return runs.stream().filter(run -> run.state() == state).count();
  }

  private static void awaitCount(List<Run> runs, RunState state, long wanted) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (count(runs, state) < wanted && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
    assertThat(count(runs, state)).isEqualTo(wanted);
  }

  @Test
  void aKernelInRtlIsStartedThroughTheQueueAndStoppedByItsReset() {
    try (TestCard card = new TestCard("{\"mode\": \"ert\"}")) {
      Kernel repeated = kernel(card, RtlImages.repeated(), "repeated");
      Buffer source = repeated.buffer("source", 4).write(3).sync();
      Buffer target = repeated.buffer("target", 4);
      Run endless = repeated.start(source, target, Integer.MAX_VALUE, 0);
      repeated.start(source, target, 5, 0).await(DEADLINE);
      assertThat(target.syncBack().read(new int[1])).containsExactly(15);

      assertThat(endless.cancel()).isTrue();
      refuses(ErrorCode.CANCELLED, () -> endless.await(DEADLINE));
      for (int i = 0; i < 2; i++) {
        repeated.start(source, target, 6, 0).await(DEADLINE);
      }
      assertThat(target.syncBack().read(new int[1])).containsExactly(18);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", INTERRUPTS})
  void aResetOfTheSchedulerAbortsWhatIsQueuedAndTheCardWorksOn(String interrupts) {
    String[] more = interrupts.isEmpty() ? new String[0] : new String[] {interrupts};
    try (TestCard card = TestCard.inMode("ert", more)) {
      Kernel spin = card.kernel("spin");
      Buffer data = spin.buffer("data", 4);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        runs.add(spin.start(data));
      }
      addMany(card.kernel("vadd"), 0, 1);

      card.facet(Resets.class).reset(Resets.Part.ERT);

      for (Run run : runs) {
        assertThat(refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE)))
            .hasMessageContaining("embedded scheduler was reset");
      }
      addMany(card.kernel("vadd"), 20, 2);
      Run again = spin.start(data);
      again.cancel();
      refuses(ErrorCode.CANCELLED, () -> again.await(DEADLINE));
    }
  }

  @Test
  void aResetOfTheSchedulerNeedsOne() {
    try (TestCard card = new TestCard()) {
      card.load();
      assertThat(
              refuses(
                  ErrorCode.NOT_SUPPORTED, () -> card.facet(Resets.class).reset(Resets.Part.ERT)))
          .hasMessageContaining("ERT mode");
    }
  }

  @Test
  void theQueueHasOneHostAtATime() {
    try (TestCard card = TestCard.inMode("ert")) {
      Kernel spin = card.kernel("spin");
      Kernel vadd = card.kernel("vadd");
      DriverDevice other = card.open(OpenMode.SHARED);
      Registers theirs = TestCard.facet(other, Registers.class);
      Run endless = spin.start(spin.buffer("data", 4));

      assertThat(refuses(ErrorCode.BUSY, () -> theirs.write32(QUEUE + 4, 4096)))
          .hasMessageContaining("driver");
      refuses(ErrorCode.BUSY, () -> theirs.read32(CONTROL));
      // Before that the driver configures the queue.
      while (endless.state() == RunState.QUEUED) {
        Thread.onSpinWait();
      }
      endless.cancel();
      refuses(ErrorCode.CANCELLED, () -> endless.await(DEADLINE));
      theirs.write32(QUEUE, Header.of(Opcode.EXIT, CommandType.CTRL, 0));
      assertThat(refuses(ErrorCode.BUSY, () -> addMany(vadd, 1, 1)))
          .hasMessageContaining("holder 2 drives the command queue");

      other.close();
      addMany(vadd, 4, 1);
    }
  }
}
