package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A start of a kernel. The interface has no way to cancel a command: it ends as it would have. */
final class PiRun implements Run {
  private final String kernel;
  private final PiEvent event;
  private @Nullable RunReport report;
  private boolean over;

  PiRun(String kernel, PiEvent event) {
    this.kernel = kernel;
    this.event = event;
    // Nobody may ever wait for it.
    event.flushUnless(null);
  }

  @Override
  public RunState state() {
    return switch (event.status()) {
      case QUEUED, SUBMITTED -> RunState.QUEUED;
      case RUNNING -> RunState.RUNNING;
      case COMPLETE -> RunState.COMPLETED;
      case FAILED -> RunState.FAILED;
    };
  }

  @Override
  public RunReport await(Duration timeout) {
    try {
      event.await(timeout);
    } catch (BackplaneException e) {
      if (state().isFinal()) {
        letGo();
      }
      throw e;
    }
    return report();
  }

  /** What it took; asked for while its event is there, which nobody needs afterwards. */
  private synchronized RunReport report() {
    RunReport known = report;
    if (known == null) {
      known = new RunReport(-1, elapsed());
      report = known;
      letGo();
    }
    return known;
  }

  private synchronized void letGo() {
    if (!over) {
      over = true;
      event.close();
    }
  }

  private Duration elapsed() {
    try {
      Event.Times times = event.times();
      return times.execution().isNegative() ? Duration.ZERO : times.execution();
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.NOT_SUPPORTED) {
        return Duration.ZERO;
      }
      throw e;
    }
  }

  @Override
  public boolean cancel() {
    return !state().isFinal();
  }

  @Override
  public CompletionStage<RunReport> completion() {
    return event
        .completion()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                letGo();
              }
            })
        .thenApply(done -> report());
  }

  @Override
  public String toString() {
    return "a run of " + kernel;
  }
}
