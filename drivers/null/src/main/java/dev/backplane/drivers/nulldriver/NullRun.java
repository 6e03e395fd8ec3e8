package dev.backplane.drivers.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A run that has ended the moment it was started. */
final class NullRun implements Run {
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

  @Override
  public CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    return Completion.whenDone(completion(), callback);
  }

  @Override
  public Times times() {
    throw BackplaneException.because(ErrorCode.NOT_SUPPORTED, "its times are not taken")
        .during("times")
        .on(toString())
        .remedy("Submit the call to a queue that was made with PROFILING")
        .build();
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
