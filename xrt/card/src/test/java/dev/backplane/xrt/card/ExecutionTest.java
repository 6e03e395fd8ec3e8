package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.spi.DriverDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs on units in Java: who executes what, and what happens when it goes wrong. */
final class ExecutionTest {
  private final TestCard card = new TestCard();
  private final Program program = card.load();

  @AfterEach
  void close() {
    card.close();
  }

  private Buffer data() {
    return card.facet(Memory.class).allocate(64, 0);
  }

  @Test
  void theReportCountsTheCyclesThatTheKernelCounted() {
    Kernel vadd = program.kernel("vadd");
    Run run = vadd.start(vadd.buffer("a", 400), vadd.buffer("b", 400), vadd.buffer("c", 400), 100);

    assertThat(run.await(DEADLINE).cycles()).isEqualTo(100);
    assertThat(card.facet(Management.class).report())
        .containsEntry("unit vadd:vadd_1", "1 runs, 100 cycles");
  }

  @Test
  void severalUnitsExecuteAtOnce() {
    // Each of the two executions waits for the other.
    try (TestCard two = new TestCard(JavaKernels.configFor("vadd", JavaKernels.Pair.class))) {
      Kernel pair = two.kernel("vadd");
      assertThat(pair.computeUnits()).isEqualTo(2);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        runs.add(pair.start(pair.buffer("a", 4), pair.buffer("b", 4), pair.buffer("c", 4), 1));
      }
      runs.forEach(run -> assertThat(run.await(DEADLINE)).isNotNull());
    }
  }

  @Test
  void aRunGoesToAUnitThatReachesItsBuffers() {
    Kernel vadd = program.kernel("vadd");
    Buffer inSecondBank = card.facet(Memory.class).allocate(400, 1);
    for (int i = 0; i < 3; i++) {
      vadd.start(vadd.buffer("a", 400), vadd.buffer("b", 400), inSecondBank, 100).await(DEADLINE);
    }

    assertThat(card.facet(Management.class).report())
        .containsEntry("unit vadd:vadd_1", "0 runs, 0 cycles")
        .containsEntry("unit vadd:vadd_2", "3 runs, 300 cycles");
  }

  @Test
  void aClosedBufferIsRefusedAndPinsNothing() {
    Kernel vadd = program.kernel("vadd");
    Buffer a = vadd.buffer("a", 4);
    Buffer c = vadd.buffer("c", 4);
    c.close();

    refuses(ErrorCode.CLOSED, () -> vadd.start(a, a, c, 1));
    a.close();
  }

  @Test
  void anAddressOutsideIsAFaultThatNamesTheArgument() {
    Run run = program.kernel("wild").start(data());
    var error = refuses(ErrorCode.ADDRESS_FAULT, () -> run.await(DEADLINE));

    assertThat(error.getMessage())
        .contains("m_axi_gmem")
        .contains("just past the end of argument 'data' (buffer of 64 bytes");
  }

  @Test
  void afterAFaultNothingRunsUntilAReset() {
    Kernel spin = program.kernel("spin");
    Run spinning = spin.start(data());
    waitUntilRunning(spinning);
    Run queued = spin.start(data());
    refuses(ErrorCode.ADDRESS_FAULT, () -> program.kernel("wild").start(data()).await(DEADLINE));

    var error = refuses(ErrorCode.DEVICE_FAULTED, () -> queued.await(DEADLINE));
    assertThat(error.getMessage()).contains("past the end of argument 'data'");
    refuses(ErrorCode.DEVICE_FAULTED, () -> spin.start(data()));
    refuses(ErrorCode.DEVICE_FAULTED, () -> card.facet(Images.class).load(TestImages.image()));
    assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.FAULTED);

    card.facet(Management.class).reset();
    refuses(ErrorCode.CANCELLED, () -> spinning.await(DEADLINE));
    refuses(ErrorCode.CLOSED, () -> spin.start(data()));
    assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.HEALTHY);
    assertThat(card.kernel("spin").start(data()).cancel()).isTrue();
  }

  private static void waitUntilRunning(Run run) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (run.state() != RunState.RUNNING) {
      assertThat(System.nanoTime()).as("time until the run is on a unit").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void aKernelThatThrowsFailsItsRunOnly() {
    Run run = program.kernel("broken").start(data());
    var error = refuses(ErrorCode.KERNEL_FAILED, () -> run.await(DEADLINE));

    assertThat(error.getMessage()).contains("broken on purpose");
    assertThat(error).hasRootCauseInstanceOf(IllegalStateException.class);
    assertThat(card.facet(Management.class).health()).isEqualTo(Management.Health.HEALTHY);
    theReportCountsTheCyclesThatTheKernelCounted();
  }

  @Test
  void aKernelThatSleepsIsInterruptedWhenCancelled() {
    Run run = program.kernel("sleeper").start(data());
    assertThat(run.cancel()).isTrue();

    refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE));
    aKernelThatThrowsFailsItsRunOnly();
  }

  @Test
  void closingTheDeviceCancelsItsRunsAndClosesItsBuffers() {
    Buffer buffer = data();
    Run run = program.kernel("spin").start(buffer);
    Run queued = program.kernel("spin").start(buffer);
    card.closeDevice();

    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
    assertThat(queued.state()).isEqualTo(RunState.CANCELLED);
    refuses(ErrorCode.CLOSED, buffer::host);
  }

  @Test
  void afterClosingTheDeviceEverythingIsClosed() {
    Kernel vadd = program.kernel("vadd");
    card.closeDevice();

    refuses(ErrorCode.CLOSED, () -> vadd.start(1, 2, 3, 4));
    refuses(ErrorCode.CLOSED, () -> vadd.buffer("a", 4));
    refuses(ErrorCode.CLOSED, () -> program.kernel("vadd"));
    refuses(ErrorCode.CLOSED, () -> card.facet(Images.class).load(TestImages.image()));
    refuses(ErrorCode.CLOSED, () -> card.facet(Images.class).loaded());
    refuses(ErrorCode.CLOSED, () -> card.facet(Management.class).reset());
    refuses(
        ErrorCode.CLOSED, () -> card.facet(dev.backplane.api.Registers.class).read32(0x1800000));
  }

  @Test
  void holdersShareTheImageAndNotTheirRuns() {
    DriverDevice other = card.open(OpenMode.SHARED);
    Program theirs = TestCard.facet(other, Images.class).loaded().orElseThrow();
    Buffer mine = data();
    Buffer foreign = TestCard.facet(other, Memory.class).allocate(64, 0);
    Run myRun = program.kernel("spin").start(mine);
    Run theirRun = theirs.kernel("sleeper").start(foreign);
    other.close();

    assertThat(theirRun.state()).isEqualTo(RunState.CANCELLED);
    refuses(ErrorCode.CLOSED, foreign::host);
    assertThat(myRun.state().isFinal()).isFalse();
    assertThat(mine.host().scope().isAlive()).isTrue();
    assertThat(myRun.cancel()).isTrue();
  }

  @Test
  void aBufferOfAHolderWhoLeavesStaysUntilTheRunsThatUseItHaveEnded() {
    DriverDevice other = card.open(OpenMode.SHARED);
    Memory theirs = TestCard.facet(other, Memory.class);
    Buffer ones = theirs.allocate(64, 0).write(1).sync();
    Buffer tens = theirs.allocate(64, 0).write(10).sync();
    Kernel vadd = program.kernel("vadd");
    Buffer sum = vadd.buffer("c", 64);
    Kernel spin = program.kernel("spin");
    Run executing = spin.start(ones);
    Run waiting = spin.start(tens);
    Call call = vadd.bind(ones, tens, sum, 1);
    other.close();

    refuses(ErrorCode.CLOSED, ones::host);
    refuses(ErrorCode.CLOSED, () -> vadd.start(ones, tens, sum, 1));
    call.start().await(DEADLINE);
    assertThat(sum.syncBack().read(new int[1])).containsExactly(11);
    assertThat(executing.cancel()).isTrue();
    refuses(ErrorCode.CANCELLED, () -> executing.await(DEADLINE));
    assertThat(waiting.state().isFinal()).isFalse();
    assertThat(waiting.cancel()).isTrue();
    refuses(ErrorCode.CANCELLED, () -> waiting.await(DEADLINE));
    assertThat(card.facet(Memory.class).usage().banks().getFirst().buffers()).isEqualTo(3);
    call.close();
    assertThat(card.facet(Memory.class).usage().banks().getFirst().buffers()).isEqualTo(1);
  }

  @Test
  void aKernelThatDoesNotStopDelaysClosingForItsDeadlineAndIsNamed() throws Exception {
    TestCard stubborn = new TestCard(JavaKernels.configFor("spin", JavaKernels.Stubborn.class));
    Kernel spin = stubborn.kernel("spin");
    Buffer buffer = spin.buffer("data", 4);
    Run run = spin.start(buffer);
    assertThat(JavaKernels.Stubborn.BEGUN.await(20, TimeUnit.SECONDS)).isTrue();
    try {
      var error = refuses(ErrorCode.KERNEL_FAILED, stubborn::closeDevice);

      assertThat(error.getMessage()).contains("card0/spin:spin_1");
      refuses(ErrorCode.CLOSED, buffer::host);
    } finally {
      JavaKernels.Stubborn.LET_GO.countDown();
    }
    refuses(ErrorCode.CANCELLED, () -> run.await(DEADLINE));
  }

  @Test
  void aUnitThatCannotBeMadeRefusesRegisterAccessesAndLivesOn() {
    String config = JavaKernels.configFor("spin", JavaKernels.Unmakeable.class);
    try (TestCard unmakeable = new TestCard(config)) {
      Kernel spin = unmakeable.kernel("spin");
      Registers registers = unmakeable.facet(Registers.class);

      refuses(ErrorCode.KERNEL_FAILED, () -> registers.read32(0x1920000));
      Run run = spin.start(spin.buffer("data", 4));
      refuses(ErrorCode.KERNEL_FAILED, () -> run.await(DEADLINE));
    }
  }
}
