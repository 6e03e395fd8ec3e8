package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.pi.Interop;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How runs end, and what becomes of their native events. */
@Timeout(600)
final class PiRunTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(1);
  private static final Image SOURCE =
      Image.source("one.cl", "kernel void one(global int *data, int n) {}");

  private final FakePi plugin = new FakePi();
  private final PiDevice device = open(plugin);
  private final Queue queue = queues().queue();

  private static PiDevice open(FakePi plugin) {
    return PiDevice.open(
        plugin.table(),
        FakePi.PLATFORM,
        FakePi.DEVICE,
        new PiDevice.Choice("fake", BinaryTargets.of(DeviceType.CPU), CrashGuard.NONE, () -> {}));
  }

  @AfterEach
  void nothingIsLeftBehind() {
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    queue.close();
    queue.close();
    device.close();
    device.close();
    assertThat(plugin.left()).isEmpty();
  }

  @Test
  void aRunEndsAsThePluginSays() {
    plugin.prompt = false;
    Run run = start();
    assertThat(run.state()).isEqualTo(RunState.QUEUED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(SHORT));
    assertThat(run.join(SHORT)).isEqualTo(RunState.QUEUED);
    assertThat(run.cancel()).as("it ends as it would have").isFalse();
    plugin.end(PiResult.COMMAND_EXECUTION_FAILURE);

    refuses(ErrorCode.KERNEL_FAILED, () -> run.await(LONG));
    assertThat(run.join(LONG)).isEqualTo(RunState.FAILED);
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void aRunOnADeviceThatIsGoneSaysSo() {
    plugin.prompt = false;
    Run run = start();
    plugin.end(PiResult.DEVICE_NOT_AVAILABLE);

    refuses(ErrorCode.DEVICE_FAULTED, () -> run.await(LONG));
  }

  @Test
  void waitingNeedsNoCallback() throws Exception {
    plugin.callsBack = false;
    plugin.prompt = false;
    Run run = queue.marker();
    var stage = run.completion().toCompletableFuture();
    refuses(ErrorCode.TIMEOUT, () -> run.await(SHORT));
    plugin.end(FakePi.COMPLETE);
    stage.get(LONG.toSeconds(), TimeUnit.SECONDS);
    run.await(LONG);
  }

  @Test
  void aCallbackThatIsLostCostsATenthOfASecondAndNothingElse() {
    plugin.prompt = false;
    Run run = queue.marker();
    Thread.startVirtualThread(
        () -> {
          while (plugin.calls("eventSetCallback") == 0) {
            Thread.onSpinWait();
          }
          plugin.callsBack = false;
          plugin.endUntold();
        });
    run.await(LONG);

    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void closingTheDeviceEndsStagesThatWaitAndReleasesWhatNeverEnded() {
    FakePi other = new FakePi();
    PiDevice opened = open(other);
    other.prompt = false;
    Queue busy = opened.facet(Queues.class).orElseThrow().queue();
    Run run = busy.marker();
    var stage = run.completion().toCompletableFuture();
    refuses(ErrorCode.IN_USE, busy::close);
    opened.close();

    assertThat(stage).isCompletedExceptionally();
    assertThat(run.state()).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.CLOSED, () -> run.await(LONG));
    assertThat(other.left()).isEmpty();
  }

  @Test
  void memoryOfATransferThatNobodyWaitsForIsKeptUntilItHasEnded() {
    plugin.prompt = false;
    Buffer buffer = memory().allocate(64, 0);
    var _ = queue.write(buffer, 0, buffer.host());
    MemorySegment host = buffer.host();
    int before = plugin.left().size();
    buffer.close();
    buffer.close();

    assertThat(host.scope().isAlive()).isFalse();
    assertThat(plugin.left()).as("the memory is there while it is used").hasSize(before);
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;
    queue.finish(LONG);
    assertThat(plugin.left()).as("memory and event are gone").hasSizeLessThan(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"OUT_OF_ORDER", "PROFILING"})
  void eventsOfRunsThatNobodyLooksAtDoNotGather(QueueFlag flag) {
    try (Queue other = queues().queue(flag);
        Call call = kernel().call();
        Buffer buffer = memory().allocate(64, 0)) {
      call.set(0, buffer).set(1, 1);
      for (int i = 0; i < 1000; i++) {
        var _ = other.submit(call);
        var _ = other.write(buffer, 0, buffer.host());
        assertThat(plugin.events()).isLessThan(200);
      }
      for (int i = 0; i < 1000; i++) {
        var _ = kernel().start(buffer, 1);
        assertThat(plugin.events()).isLessThan(300);
      }
      other.finish(LONG);
      assertThat(plugin.events()).as("those of starts alone").isLessThan(100);
    }
  }

  @Test
  void runsBehindOneThatNeverEndsAreLetGoInAQueueOutOfOrder() {
    try (Queue other = queues().queue(QueueFlag.OUT_OF_ORDER)) {
      plugin.prompt = false;
      Run first = other.marker();
      plugin.prompt = true;
      for (int i = 0; i < 1000; i++) {
        var _ = other.marker();
        assertThat(plugin.events()).isLessThan(100);
      }
      assertThat(first.state()).isEqualTo(RunState.QUEUED);
      plugin.end(FakePi.COMPLETE);
    }
  }

  @Test
  void anEventIsNotReleasedBeforeItHasEnded() {
    plugin.prompt = false;
    var _ = queue.marker();
    refuses(ErrorCode.TIMEOUT, () -> queue.finish(SHORT));
    assertThat(plugin.calls("eventRelease")).isZero();
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;
    queue.finish(LONG);

    assertThat(plugin.calls("eventRelease")).isEqualTo(1);
  }

  @Test
  void aHandleThatWasAskedForIsKeptUntilTheQueueIsClosed() {
    plugin.prompt = false;
    Interop interop = device.facet(Interop.class).orElseThrow();
    Queue other = queues().queue();
    Run run = other.marker();
    assertThat(interop.handle(run)).isNotZero();
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;
    run.await(LONG);
    other.finish(LONG);
    assertThat(plugin.events()).isEqualTo(1);
    other.close();
    assertThat(plugin.events()).isZero();

    refuses(ErrorCode.CLOSED, () -> interop.handle(run));
    Run second = queue.marker();
    second.await(LONG);
    refuses(ErrorCode.CLOSED, () -> interop.handle(second));
  }

  @Test
  void aRunThatCompletedIsNotWaitedForAndOneThatFailedFailsWhatComesAfter() {
    plugin.prompt = false;
    Run well = queue.marker();
    plugin.end(FakePi.COMPLETE);
    Run badly = queue.marker();
    plugin.end(-1);
    plugin.waitedFor = -1;
    Run waiting = queue.marker(well);
    assertThat(plugin.waitedFor).isZero();
    var _ = queue.marker(waiting, well);
    assertThat(plugin.waitedFor).isEqualTo(1);
    long before = plugin.calls("enqueueEventsWait");

    Run after = queue.marker(well, badly);
    assertThat(after.state()).isEqualTo(RunState.FAILED);
    assertThat(queue.marker(after).state()).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.KERNEL_FAILED, () -> after.await(LONG));
    assertThat(plugin.calls("enqueueEventsWait")).isEqualTo(before);
  }

  @Test
  void aSignalThatTheProgramLetFailSaysSoAndWhatWaitedForItNamesNoOtherResult() {
    plugin.prompt = false;
    Signal gate = queues().signal();
    Run waiting = queue.marker(gate);
    assertThat(gate.state()).isEqualTo(RunState.QUEUED);
    gate.fail();
    refuses(ErrorCode.INVALID_ARGUMENT, gate::complete);
    assertThat(gate.cancel()).isFalse();
    var own = refuses(ErrorCode.KERNEL_FAILED, () -> gate.await(LONG));
    assertThat(own.getMessage()).contains("the program").contains("let it fail");
    plugin.end(-1);
    var error = refuses(ErrorCode.KERNEL_FAILED, () -> waiting.await(LONG));
    assertThat(error.getMessage()).contains("status -1").doesNotContain("DEVICE_NOT_FOUND");
  }

  @Test
  void aSignalIsFailedByCancelAndByClosingItsDevice() {
    Signal gate = queues().signal();
    assertThat(gate.cancel()).isTrue();
    assertThat(gate.state()).isEqualTo(RunState.FAILED);
    FakePi other = new FakePi();
    PiDevice opened = open(other);
    Signal open = opened.facet(Queues.class).orElseThrow().signal();
    opened.close();

    assertThat(open.state()).isEqualTo(RunState.FAILED);
    assertThat(other.left()).isEmpty();
  }

  @Test
  void timesThatWereNotTakenNameTheFlag() {
    Run run = queue.marker();
    var error = refuses(ErrorCode.NOT_SUPPORTED, run::times);
    assertThat(error.getMessage()).contains("without the flag PROFILING");
    try (Queue timed = queues().queue(QueueFlag.PROFILING)) {
      Run untimed = timed.marker();
      error = refuses(ErrorCode.NOT_SUPPORTED, untimed::times);
      assertThat(error.getMessage()).doesNotContain("without the flag");
    }
  }

  @Test
  void timesAreKnownAfterTheEventIsGone() {
    plugin.timed = true;
    Run run;
    try (Queue timed = queues().queue(QueueFlag.PROFILING)) {
      run = timed.marker();
      run.await(LONG);
      assertThat(plugin.events()).isZero();
    }
    assertThat(run.times()).isEqualTo(new Run.Times(10, 20, 30, 40));
    assertThat(run.await(LONG).elapsed()).isEqualTo(Duration.ofNanos(10));
  }

  @Test
  void aRunOutlivesItsQueueAndItsQueueIsNotClosedBeforeItHasEnded() {
    plugin.prompt = false;
    Queue other = queues().queue();
    Run run = other.marker();
    refuses(ErrorCode.IN_USE, other::close);
    refuses(ErrorCode.TIMEOUT, () -> run.await(SHORT));
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;
    other.close();
    other.close();
    refuses(ErrorCode.CLOSED, other::flush);
    run.await(LONG);

    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
  }

  @Test
  void aTargetOfAClosedArenaFailsItsRunAlone() {
    plugin.prompt = false;
    Buffer buffer = memory().allocate(64, 0);
    Arena arena = Arena.ofShared();
    Run run = queue.read(buffer, 0, arena.allocate(64));
    arena.close();
    plugin.end(FakePi.COMPLETE);
    refuses(ErrorCode.CLOSED, () -> run.await(LONG));
    plugin.prompt = true;
    queue.finish(LONG);
    buffer.close();
  }

  @Test
  void aTargetIsFilledWhenItsQueueIsFinished() {
    Buffer buffer = memory().allocate(64, 0);
    buffer.host().fill((byte) 7);
    buffer.sync();
    MemorySegment target = Arena.ofAuto().allocate(64);
    plugin.prompt = false;
    var _ = queue.read(buffer, 0, target);
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;
    queue.finish(LONG);

    assertThat(target.mismatch(buffer.host())).isEqualTo(-1);
    buffer.close();
  }

  private Run start() {
    try (Buffer buffer = memory().allocate(64, 0)) {
      return kernel().start(buffer, 4);
    }
  }

  private Kernel kernel() {
    return device.facet(Images.class).orElseThrow().load(SOURCE).kernel("one");
  }

  private Memory memory() {
    return device.facet(Memory.class).orElseThrow();
  }

  private Queues queues() {
    return device.facet(Queues.class).orElseThrow();
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }
}
