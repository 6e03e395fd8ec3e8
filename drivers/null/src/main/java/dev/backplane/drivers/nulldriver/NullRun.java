package dev.backplane.drivers.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A run that completed the moment it was started. */
final class NullRun implements Run {
  private static final RunReport REPORT = new RunReport(-1, Duration.ZERO);

  @Override
  public RunState state() {
    return RunState.COMPLETED;
  }

  @Override
  public RunReport await(Duration timeout) {
    if (Thread.currentThread().isInterrupted()) {
      throw new BackplaneException(ErrorCode.CANCELLED, "the waiting thread was interrupted");
    }
    return REPORT;
  }

  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return CompletableFuture.completedStage(REPORT);
  }
}
