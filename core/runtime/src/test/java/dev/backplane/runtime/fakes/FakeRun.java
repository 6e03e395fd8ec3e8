package dev.backplane.runtime.fakes;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A run that waits for {@link #complete}, {@link #fail} or {@link #cancel}. */
public final class FakeRun implements Signal {
  /** The run started last. */
  public static final AtomicReference<FakeRun> LAST = new AtomicReference<>();

  private final String name;
  private final Script script;
  private volatile CompletableFuture<RunReport> end = new CompletableFuture<>();
  private volatile boolean isNew;

  FakeRun(String name, Script script) {
    this.name = name;
    this.script = script;
  }

  /** The run of an execution, which ends at once unless the script says that runs wait. */
  static FakeRun started(Script script) {
    FakeRun run = new FakeRun("run", script);
    run.start();
    return run;
  }

  /** The own run of a call. */
  static FakeRun own(Script script) {
    FakeRun run = new FakeRun("run", script);
    run.isNew = true;
    return run;
  }

  void start() {
    if (isNew || end.isDone()) {
      end = new CompletableFuture<>();
    }
    isNew = false;
    if (!script.says("run", "waits")) {
      complete();
    }
    LAST.set(this);
  }

  /** As if it had never been started. */
  public void forget() {
    isNew = true;
  }

  @Override
  public void complete() {
    end.complete(new RunReport(42, Duration.ofNanos(7)));
  }

  public void fail(Throwable cause) {
    end.completeExceptionally(cause);
  }

  @Override
  public void fail() {
    script.event("failed " + name);
    fail(new BackplaneException(ErrorCode.KERNEL_FAILED, "it failed"));
  }

  @Override
  public RunState state() {
    if (isNew) {
      return RunState.NEW;
    }
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
      case RUNNING -> throw new BackplaneException(ErrorCode.TIMEOUT, name + " has not ended");
    };
  }

  @Override
  public RunState join(Duration timeout) {
    return state();
  }

  @Override
  public boolean cancel() {
    script.event("cancelled " + name);
    return !script.says("cancel", "ignored") && end.cancel(false);
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return end;
  }

  @Override
  public CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    return end.handle(
        (report, failure) -> {
          callback.accept(state());
          return null;
        });
  }

  @Override
  public Run.Times times() {
    return new Run.Times(1, 2, 3, 4);
  }
}
