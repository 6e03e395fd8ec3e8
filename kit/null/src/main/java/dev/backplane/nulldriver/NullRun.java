package dev.backplane.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.UntimedRun;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A run that has ended the moment it was started. */
final class NullRun implements UntimedRun {
  /** A real driver renews it at each start, and completes it when the device says so. */
  private final Completion<RunReport> completion = Completion.of(new RunReport(-1, Duration.ZERO));

  private volatile boolean started;

  void start() {
    started = true;
  }

  @Override
  public RunState state() {
    return started ? RunState.COMPLETED : RunState.NEW;
  }

  @Override
  public RunReport await(Duration timeout) {
    checkStarted("await");
    // A real driver waits here, and looks at WaitLimit.of(timeout) in between.
    WaitLimit.checkInterrupted(toString());
    return completion.result();
  }

  @Override
  public RunState join(Duration timeout) {
    checkStarted("join");
    return state();
  }

  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public CompletionStage<RunReport> completion() {
    checkStarted("completion");
    return completion.stage();
  }

  private void checkStarted(String operation) {
    if (!started) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it was never started")
          .during(operation)
          .on(toString())
          .remedy("Start it first")
          .build();
    }
  }

  @Override
  public String toString() {
    return "run of kernel " + NullKernels.NAME;
  }
}
