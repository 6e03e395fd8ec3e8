package dev.backplane.runtime.fakes;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/** A run that waits for {@link #complete}, {@link #fail} or {@link #cancel}. */
public final class FakeRun implements Run {
  /** The run started last. */
  public static final AtomicReference<FakeRun> LAST = new AtomicReference<>();

  private final Script script;
  private final CompletableFuture<RunReport> end = new CompletableFuture<>();

  FakeRun(Script script) {
    this.script = script;
  }

  public void complete() {
    end.complete(new RunReport(42, Duration.ofNanos(7)));
  }

  public void fail(Throwable cause) {
    end.completeExceptionally(cause);
  }

  @Override
  public RunState state() {
    return switch (end.state()) {
      case RUNNING -> RunState.RUNNING;
      case SUCCESS -> RunState.COMPLETED;
      case FAILED -> RunState.FAILED;
      case CANCELLED -> RunState.CANCELLED;
    };
  }

  @Override
  public RunReport await(Duration timeout) {
    return switch (end.state()) {
      case SUCCESS -> end.resultNow();
      case FAILED -> throw new BackplaneException(ErrorCode.KERNEL_FAILED, "it failed");
      case CANCELLED -> throw new BackplaneException(ErrorCode.CANCELLED, "it was cancelled");
      case RUNNING -> throw new BackplaneException(ErrorCode.TIMEOUT, "it runs");
    };
  }

  @Override
  public boolean cancel() {
    script.event("cancelled run");
    return !script.says("cancel", "ignored") && end.cancel(false);
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return end;
  }
}
