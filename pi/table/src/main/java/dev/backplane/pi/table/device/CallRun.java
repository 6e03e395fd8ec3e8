package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call's own run: tells of the execution that was started last. */
final class CallRun implements Run {
  private final String kernel;
  private volatile @Nullable PiRun last;

  CallRun(String kernel) {
    this.kernel = kernel;
  }

  void startedAs(PiRun run) {
    last = run;
  }

  boolean isInFlight() {
    PiRun started = last;
    return started != null && !started.hasEnded() && !started.state().isFinal();
  }

  /** Waits for the execution that was started last, if there is one. */
  boolean endsWithin(Duration timeout) {
    PiRun started = last;
    return started == null || started.join(timeout).isFinal();
  }

  /** The execution that was started last. */
  PiRun started(String operation) {
    PiRun started = last;
    if (started == null) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it was never started")
          .during(operation)
          .on(toString())
          .remedy("Start its call first")
          .build();
    }
    return started;
  }

  @Override
  public RunState state() {
    PiRun started = last;
    return started == null ? RunState.NEW : started.state();
  }

  @Override
  public RunReport await(Duration timeout) {
    return started("await").await(timeout);
  }

  @Override
  public RunState join(Duration timeout) {
    return started("join").join(timeout);
  }

  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return started("completion").completion();
  }

  @Override
  public CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    return started("whenDone").whenDone(callback);
  }

  @Override
  public Times times() {
    return started("times").times();
  }

  @Override
  public String toString() {
    return "the run of a call of " + kernel;
  }
}
