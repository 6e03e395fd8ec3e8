package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunAbility;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs that go on until they are cancelled. */
@Needs(kernels = true, abilities = Ability.ENDLESS_RUNS)
public abstract class CancelConformance extends RunSuite {
  /** A conformance class. */
  protected CancelConformance() {}

  @Test
  void waitingHasAnEndAndTheRunGoesOn() {
    Run run = endless().start();

    refuses(ErrorCode.TIMEOUT, () -> run.await(Duration.ofMillis(20)));
    refuses(ErrorCode.TIMEOUT, () -> run.await(Duration.ZERO));
    assertThat(run.state().isFinal()).isFalse();
    stop(run);
  }

  @Test
  void aRunInFlightCanBeCancelled() {
    TestKernel ready = endless();
    Run run = ready.start();

    assertThat(run.cancel()).isTrue();
    refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void theStageOfACancelledRunFailsWithWhatWaitingThrows() throws Exception {
    Run run = endless().start();
    run.cancel();
    try {
      run.completion().toCompletableFuture().get(Rig.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      refuses(
          ErrorCode.CANCELLED,
          () -> {
            throw e.getCause();
          });
      return;
    }
    throw new AssertionError("the stage of a cancelled run completed");
  }

  @Test
  void aRunThatWaitsForAComputeUnitCanBeCancelled() {
    TestKernel ready = endless();
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < ready.kernel().computeUnits() + 2; i++) {
      runs.add(ready.start());
    }
    for (Run run : runs.reversed()) {
      assertThat(run.cancel()).isTrue();
      refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
    }
  }

  @Test
  void theDeviceWorksAfterACancelledRun() {
    TestKernel endless = endless();
    Run run = endless.start();
    stop(run);
    TestKernel again = rig().ready(sibling(endless, rig().testCase()), rig().testCase());
    again.start().await(Rig.DEADLINE);

    again.check();
  }

  @Test
  void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
    Run run = endless().start();
    Thread.currentThread().interrupt();
    try {
      refuses(ErrorCode.CANCELLED, () -> run.await(Rig.DEADLINE));
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(run.state().isFinal()).as("the run went on").isFalse();
    stop(run);
  }

  @Test
  void aBufferOfARunInFlightStaysOpen() {
    TestKernel ready = endless();
    Run run = ready.start();

    refuses(ErrorCode.IN_USE, ready.anyBuffer()::close);
    stop(run);
  }

  @Test
  void aDeviceWithEndlessRunsSaysThatItEndsThem() {
    assertThat(abilities()).contains(RunAbility.CANCEL_QUEUED, RunAbility.CANCEL_RUNNING);
  }

  @Test
  void aCallWhoseOwnRunIsInFlightIsNeitherSetNorStarted() {
    TestKernel ready = endless();
    Call call = call(ready);
    Run run = call.start();

    refuses(ErrorCode.IN_USE, call::start);
    refuses(ErrorCode.IN_USE, () -> call.set(0, ready.values().getFirst()));
    stop(run);
    call.set(0, ready.values().getFirst());
    assertThat(call.start()).isSameAs(run);
    assertThat(run.state().isFinal()).isFalse();
    stop(run);
  }

  @Test
  void aCallThatIsSubmittedIsSetAndSubmittedAgainAtOnce() {
    TestKernel ready = endless();
    Call call = call(ready);
    Queue first = rig().keep(rig().facet(device(), Queues.class).queue());
    Queue second = rig().keep(rig().facet(device(), Queues.class).queue());
    Run one = first.submit(call);
    Run other = second.submit(call.set(0, ready.values().getFirst()));

    assertThat(one).isNotSameAs(other);
    stop(other);
    assertThat(one.state().isFinal()).isFalse();
    stop(one);
  }

  @Test
  void aLimitEndsARunWhereTheDeviceSaysSo() {
    if (abilities().contains(RunAbility.LIMIT)) {
      Run run = call(endless()).limit(Duration.ofMillis(20)).start();

      refuses(ErrorCode.TIMEOUT, () -> run.await(Rig.DEADLINE));
      assertThat(run.state()).isEqualTo(RunState.FAILED);
    }
  }

  @Test
  void aCallThatIsClosedWhileItsOwnRunIsInFlightCancelsThat() {
    TestKernel endless = endless();
    Call call = call(endless);
    Run run = call.start();
    rig().close(call);

    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
    TestKernel again = rig().ready(sibling(endless, rig().testCase()), rig().testCase());
    again.start().await(Rig.DEADLINE);
    again.check();
  }
}
