package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run that the host completes and that commands may wait for: a command of a queue, or a signal.
 */
abstract sealed class SoftwareRun implements Run permits QueuedCommand, SoftwareSignal {
  private final SoftwareQueues device;
  private final Completion<RunReport> completion = new Completion<>();

  /** The commands that wait for it; null when they were told. Guarded by this. */
  private @Nullable List<QueuedCommand> dependents = new ArrayList<>(1);

  SoftwareRun(SoftwareQueues device) {
    this.device = device;
  }

  final SoftwareQueues device() {
    return device;
  }

  /** Somebody is to be told of the end who does not look by himself. */
  abstract void watch();

  /** Waits a while; returns early when there may be something to see. */
  abstract void pause(long nanos) throws InterruptedException;

  /** {@return whether the caller is the one who ends it} */
  final boolean claim() {
    return completion.claim();
  }

  final boolean isEnded() {
    return completion.isEnded();
  }

  final @Nullable BackplaneException failure() {
    return completion.failure();
  }

  /** Ends it; to be called by whoever has claimed that. */
  final void end(RunReport report, @Nullable BackplaneException failure) {
    if (failure == null) {
      completion.complete(report);
    } else {
      completion.fail(failure);
    }
  }

  /** Tells everybody that it has ended. */
  final void tell() {
    List<QueuedCommand> waiting;
    synchronized (this) {
      waiting = dependents;
      dependents = null;
      notifyAll();
    }
    if (waiting != null) {
      waiting.forEach(command -> command.dependencyEnded(failure()));
    }
  }

  /** Tells a command of its end, at once if it has ended. */
  final void tellAtEnd(QueuedCommand command) {
    if (isToTell(command)) {
      watch();
    } else {
      command.dependencyEnded(failure());
    }
  }

  private synchronized boolean isToTell(QueuedCommand command) {
    return dependents != null && dependents.add(command);
  }

  @Override
  public RunState state() {
    if (!isEnded()) {
      return RunState.QUEUED;
    }
    return Completion.state(failure());
  }

  /** Waits until it has ended, the time is over or the thread interrupted, which it stays. */
  final boolean awaitEnd(WaitLimit limit) {
    try {
      while (!state().isFinal()) {
        long left = limit.left();
        if (left == 0 || Thread.currentThread().isInterrupted()) {
          return false;
        }
        pause(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return isEnded();
    }
  }

  /** Waits until somebody says that something has changed. */
  final synchronized void pauseUntilTold(long nanos) throws InterruptedException {
    if (dependents != null) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
  }

  @Override
  public final RunState join(Duration timeout) {
    var _ = awaitEnd(WaitLimit.of(timeout));
    return state();
  }

  @Override
  public final RunReport await(Duration timeout) {
    WaitLimit limit = WaitLimit.of(timeout);
    if (!awaitEnd(limit)) {
      WaitLimit.checkInterrupted(toString());
      throw WaitLimit.timedOut(toString(), timeout, "Wait longer, or cancel it");
    }
    return completion.result();
  }

  @Override
  public final CompletionStage<RunReport> completion() {
    watch();
    return completion.stage();
  }

  @Override
  public final CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    return Completion.whenDone(completion(), callback);
  }

  final BackplaneException unprofiled() {
    return BackplaneException.because(ErrorCode.NOT_SUPPORTED, "its times are not taken")
        .during("times")
        .on(toString())
        .remedy("Make the queue with PROFILING")
        .build();
  }
}
