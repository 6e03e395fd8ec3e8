package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Commands that wait for the program. */
@Needs(kernels = true, abilities = Ability.SIGNALS)
public abstract class SignalsConformance extends QueueSuite {
  /** A conformance class. */
  protected SignalsConformance() {}

  @Test
  void commandsWaitForTheRunsTheyAreGiven() {
    Queue queue = queue();
    Signal gate = gate();
    Run run = queue.marker(gate);

    assertThat(run.state().isFinal()).isFalse();
    assertThat(queue.isEmpty()).isFalse();
    refuses(ErrorCode.TIMEOUT, () -> run.await(SOON));
    refuses(ErrorCode.TIMEOUT, () -> run.await(Duration.ZERO));
    refuses(ErrorCode.TIMEOUT, () -> queue.finish(SOON));
    gate.complete();
    done(run);
    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    queue.finish(Rig.DEADLINE);
  }

  @Test
  void aSignalIsARunThatTheProgramCompletesOnce() {
    Signal gate = gate();
    assertThat(gate.state()).isEqualTo(RunState.QUEUED);
    refuses(ErrorCode.TIMEOUT, () -> gate.await(SOON));
    gate.complete();

    assertThat(gate.join(Rig.DEADLINE)).isEqualTo(RunState.COMPLETED);
    assertThat(gate.cancel()).isFalse();
    refuses(ErrorCode.INVALID_ARGUMENT, gate::complete);
    refuses(ErrorCode.INVALID_ARGUMENT, gate::fail);
  }

  @Test
  void aSignalThatIsCancelledFails() {
    Signal gate = gate();

    assertThat(gate.cancel()).isTrue();
    assertThat(gate.join(Rig.DEADLINE)).isEqualTo(RunState.FAILED);
    assertThat(gate.cancel()).isFalse();
    refuses(ErrorCode.INVALID_ARGUMENT, gate::complete);
  }

  @Test
  void commandsOfOneQueueWaitForThoseOfAnother() {
    TestKernel ready = ready();
    Call call = call(ready);
    Queue first = queue();
    Queue second = queue();
    Signal gate = gate();
    Run run = first.submit(call, gate);
    Run after = second.submit(call, run);
    assertThat(after.state().isFinal()).isFalse();
    gate.complete();
    done(after);

    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    ready.check();
  }

  @Test
  void valuesAreTakenAtSubmission() {
    TestKernel one = ready();
    TestKernel other = rig().ready(one.kernel(), rig().testCase());
    Call call = call(one);
    Queue queue = queue();
    Signal gate = gate();
    Run first = queue.submit(call, gate);
    for (int i = 0; i < other.values().size(); i++) {
      call.set(i, other.values().get(i));
    }
    gate.complete();
    done(first);
    one.check();
    done(queue.submit(call));
    other.check();
  }

  @Test
  void aCallIsInFlightAsOftenAsItWasSubmittedAndMayBeClosedThen() {
    TestKernel ready = ready();
    Call call = call(ready);
    Queue queue = queue();
    Signal gate = gate();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(queue.submit(call, gate));
    }
    rig().close(call);
    gate.complete();
    runs.forEach(RunSuite::done);

    assertThat(runs).doesNotHaveDuplicates();
    ready.check();
  }

  @Test
  void aCallThatMayBeInFlightWithoutARunStaysOpen() {
    TestKernel ready = ready();
    Call call = call(ready);
    Queue queue = queue();
    Signal gate = gate();
    Run _ = queue.marker(gate);
    queue.enqueue(call);

    refuses(ErrorCode.IN_USE, call::close);
    gate.complete();
    queue.finish(Rig.DEADLINE);
    ready.check();
    rig().close(call);
  }

  @Test
  void aQueueWithCommandsInFlightStaysOpenAndUsable() {
    Queue queue = queue();
    Signal gate = gate();
    Run run = queue.marker(gate);

    refuses(ErrorCode.IN_USE, queue::close);
    Run later = queue.marker();
    gate.complete();
    done(run);
    done(later);
    rig().close(queue);
  }

  @Test
  void aRunThatWaitsIsCancelledWhereTheDeviceSaysSo() {
    TestKernel ready = ready();
    Signal gate = gate();
    Run run = queue().submit(call(ready), gate);
    Run after = queue().marker(run);
    boolean cancelled = run.cancel();
    gate.complete();

    // What waits in a queue of the host may be cancelled on any device.
    assertThat(cancelled || !abilities().contains(RunAbility.CANCEL_QUEUED)).isTrue();
    assertThat(run.join(Rig.DEADLINE))
        .isEqualTo(cancelled ? RunState.CANCELLED : RunState.COMPLETED);
    assertThat(run.cancel()).isFalse();
    assertThat(after.join(Rig.DEADLINE))
        .isEqualTo(cancelled ? RunState.FAILED : RunState.COMPLETED);
  }

  @Test
  void aRunThatFailsFailsWhatWaitsForIt() throws Exception {
    Signal gate = gate();
    Run run = queue().submit(call(ready()), gate);
    Run after = queue().marker(run);
    var stage = run.completion().toCompletableFuture();
    gate.fail();

    refuses(ErrorCode.KERNEL_FAILED, () -> run.await(Rig.DEADLINE));
    refuses(ErrorCode.KERNEL_FAILED, () -> after.await(Rig.DEADLINE));
    assertThat(run.state()).isEqualTo(RunState.FAILED);
    assertThat(stage.handle((done, why) -> why).get(30, TimeUnit.SECONDS))
        .isInstanceOfAny(BackplaneException.class, CompletionException.class);
    Run late = queue().marker(gate);
    assertThat(late.join(Rig.DEADLINE)).as("what comes later").isEqualTo(RunState.FAILED);
  }

  @Test
  void theStageOfARunCompletesAndItsCallbackIsCalledOnce() throws Exception {
    Signal gate = gate();
    Run run = queue().marker(gate);
    List<RunState> told = new ArrayList<>();
    var before = run.whenDone(told::add).toCompletableFuture();
    assertThat(before).isNotDone();
    gate.complete();
    before.get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    run.completion().toCompletableFuture().get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    run.whenDone(told::add).toCompletableFuture().get(30, TimeUnit.SECONDS);

    assertThat(told).containsExactly(RunState.COMPLETED, RunState.COMPLETED);
  }

  @Test
  void aRunThatHasNotEndedHasNoTimes() {
    if (!queues().flags().contains(QueueFlag.PROFILING)) {
      return;
    }
    Signal gate = gate();
    Run run = queue(QueueFlag.PROFILING).marker(gate);
    refuses(ErrorCode.IN_USE, run::times);
    gate.complete();
    done(run);
    assertThat(run.times().execution()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    Signal gate = gate();
    Run run = queue().marker(gate);
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
      gate.complete();
    }
    done(run);
  }
}
