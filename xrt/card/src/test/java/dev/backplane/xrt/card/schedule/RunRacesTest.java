package dev.backplane.xrt.card.schedule;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.RunState;
import dev.backplane.xrt.card.TestCard;
import dev.backplane.xrt.card.board.FirewallPort;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens in the middle of something else. A thread is stopped there by the card's lock, which
 * the test holds.
 */
@ParameterizedClass
@ValueSource(strings = {"host", "ert"})
final class RunRacesTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final TestCard card;
  private final Kernel spin;
  private final CardRun run;

  RunRacesTest(String mode) {
    card = TestCard.inMode(mode);
    spin = card.kernel("spin");
    run = card.ownRun("spin", spin.buffer("data", 4));
  }

  @AfterEach
  void close() {
    card.close();
  }

  /** Starts a thread that comes to rest in the middle of its work, and waits for that. */
  private static Future<?> stopped(Runnable work, BooleanSupplier there) {
    FutureTask<?> task = new FutureTask<>(work, null);
    Thread thread = Thread.ofPlatform().daemon().start(task);
    await(() -> there.getAsBoolean() && thread.getState() == Thread.State.WAITING);
    return task;
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("time until the condition holds").isNegative();
      Thread.onSpinWait();
    }
  }

  private static void finish(Future<?> task) throws Exception {
    task.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aCancelAfterTheStartIsNeverLostThoughTheRunIsNowhereYet() throws Exception {
    Future<?> starter;
    card.card().lock().lock();
    try {
      starter = stopped(run::start, () -> run.state() == RunState.QUEUED);
      assertThat(run.cancel()).isTrue();
    } finally {
      card.card().lock().unlock();
    }
    finish(starter);
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void aRunThatIsClosedWhileItIsStartedEnds() throws Exception {
    Future<?> starter;
    card.card().lock().lock();
    Future<?> closer;
    try {
      starter = stopped(run::start, () -> run.state() == RunState.QUEUED);
      closer = stopped(run::close, () -> true);
    } finally {
      card.card().lock().unlock();
    }
    finish(closer);
    try {
      finish(starter);
    } catch (java.util.concurrent.ExecutionException e) {
      assertThat(e).cause().isInstanceOf(BackplaneException.class).hasMessageContaining("closed");
    }
    assertThat(run.state().isFinal() || run.state() == RunState.NEW).isTrue();
    refuses(ErrorCode.CLOSED, run::start);
  }

  @Test
  void aWaiterForARefusedStartReturns() throws Exception {
    Future<?> starter;
    CompletableFuture<RunState> waited = new CompletableFuture<>();
    card.card().lock().lock();
    try {
      starter = stopped(run::start, () -> run.state() == RunState.QUEUED);
      Thread waiting = Thread.ofPlatform().daemon().start(() -> waited.complete(run.join(LONG)));
      await(() -> waiting.getState() == Thread.State.TIMED_WAITING);
      LoadedImage loaded =
          Objects.requireNonNull(card.card().loaded(card.card().clients().getFirst()));
      loaded
          .scheduler()
          .faulted(
              FirewallPort.DATA, new BackplaneException(ErrorCode.ADDRESS_FAULT, "on purpose"));
    } finally {
      card.card().lock().unlock();
    }
    assertThat(waited.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(RunState.NEW);
    assertThat(starter).failsWithin(DEADLINE).withThrowableThat().withMessageContaining("stopped");
    refuses(ErrorCode.INVALID_ARGUMENT, () -> run.await(DEADLINE));
  }

  @Test
  void aLimitEndsTheExecutionThatItIsOfAndNotTheNext() {
    run.start();
    long first = run.execution();
    run.cancel();
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    run.start();

    run.overdue(first);
    assertThat(run.isToEnd()).isFalse();
    assertThat(run.state().isFinal()).isFalse();
    run.overdue(first + 1);
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE));
  }
}
