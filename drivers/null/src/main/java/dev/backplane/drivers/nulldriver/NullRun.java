package dev.backplane.drivers.nulldriver;

import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A run that completed the moment it was started. */
final class NullRun implements Run {
  /** A real driver makes it open, and completes it when the device says that it is done. */
  private final Completion<RunReport> completion = Completion.of(new RunReport(-1, Duration.ZERO));

  @Override
  public RunState state() {
    return RunState.COMPLETED;
  }

  @Override
  public RunReport await(Duration timeout) {
    // A real driver waits here, and looks at WaitLimit.of(timeout) in between.
    WaitLimit.checkInterrupted("run of kernel " + NullKernels.NAME);
    return completion.result();
  }

  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return completion.stage();
  }
}
