package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A command of a queue. It begins when all it waits for has ended: in the thread that submits it if
 * that is so by then, else in the queue's worker. The end of what the device executes is seen by
 * whoever looks; the device tells of it only where something depends on it.
 */
final class QueuedCommand extends SoftwareRun {
  private final SoftwareQueue queue;
  private final String name;
  private final Work work;
  private final boolean timed;

  /** The number of commands that it waits for, and one more for as long as it is submitted. */
  private final AtomicInteger awaited = new AtomicInteger(1);

  /** Set by whoever begins it, or ends it before. */
  private final AtomicBoolean taken = new AtomicBoolean();

  private final AtomicBoolean subscribed = new AtomicBoolean();
  private volatile @Nullable BackplaneException broken;
  private volatile boolean watched;
  private volatile boolean begun;
  private volatile boolean ending;

  private final long queuedAt = System.nanoTime();
  private long submittedAt;
  private long startedAt;
  private long endedAt;

  QueuedCommand(SoftwareQueue queue, String name, Work work, boolean timed) {
    super(queue.device());
    this.queue = queue;
    this.name = name;
    this.work = work;
    this.timed = timed;
    watched = timed;
  }

  /** Adds a dependency, whose end has to be told by {@link #dependencyEnded}. */
  void expect() {
    awaited.incrementAndGet();
  }

  /** Notes that a command that it waited for has ended. */
  void dependencyEnded(@Nullable BackplaneException failure) {
    if (failure != null) {
      broken = failure;
    }
    if (awaited.decrementAndGet() == 0) {
      queue.ready(this);
    }
  }

  /** Notes that all dependencies are known, and begins the command if none is pending. */
  void submitted() {
    if (awaited.get() > 1) {
      work.postpone();
    }
    if (awaited.decrementAndGet() == 0) {
      begin();
    }
  }

  boolean isTransfer() {
    return work.run() == null;
  }

  /** Begins the command, unless it was begun or ended before. */
  void begin() {
    if (!taken.compareAndSet(false, true)) {
      return;
    }
    submittedAt = System.nanoTime();
    BackplaneException reason = broken;
    if (reason != null) {
      finish(none(), dependencyFailed(reason));
      return;
    }
    try {
      work.begin();
    } catch (BackplaneException e) {
      finish(none(), e);
      return;
    } catch (Throwable e) {
      // Errors too: what waits for it would wait for ever.
      finish(none(), unexpected(e));
      return;
    }
    if (work.run() == null) {
      finish(new RunReport(-1, Duration.ofNanos(System.nanoTime() - submittedAt)), null);
      return;
    }
    begun = true;
    if (!look() && watched) {
      subscribe();
    }
  }

  /** Looks whether the device has ended what it executes. */
  boolean look() {
    Run run = work.run();
    if (!isEnded() && taken.get() && run != null && run.state().isFinal()) {
      settle(run);
    }
    return isEnded();
  }

  private void settle(Run run) {
    RunReport report = none();
    BackplaneException failure = null;
    try {
      report = run.await(Duration.ZERO);
    } catch (BackplaneException e) {
      failure = e;
    }
    finish(report, failure);
  }

  private void finish(RunReport report, @Nullable BackplaneException failure) {
    if (!claim()) {
      return;
    }
    endedAt = System.nanoTime();
    startedAt = Math.max(submittedAt, endedAt - report.elapsed().toNanos());
    if (report.elapsed().isZero()) {
      startedAt = submittedAt;
    }
    try {
      work.letGo();
    } catch (RuntimeException e) {
      System.getLogger(QueuedCommand.class.getName())
          .log(System.Logger.Level.ERROR, "what " + this + " held was not given back", e);
    }
    // First: whoever knows the end may close the queue.
    queue.ended(this);
    end(report, failure);
    tell();
  }

  private static RunReport none() {
    return new RunReport(-1, Duration.ZERO);
  }

  private BackplaneException dependencyFailed(BackplaneException reason) {
    return BackplaneException.because(
            ErrorCode.KERNEL_FAILED,
            "what it had to wait for failed, so that it was not executed: " + reason.problem())
        .on(toString())
        .remedy("Look at the runs that it was told to wait for")
        .causedBy(reason)
        .build();
  }

  private BackplaneException unexpected(Throwable e) {
    return BackplaneException.because(ErrorCode.KERNEL_FAILED, "it could not begin: " + e)
        .on(toString())
        .causedBy(e)
        .build();
  }

  @Override
  void watch() {
    watched = true;
    if (begun && !isEnded()) {
      subscribe();
    }
  }

  private void subscribe() {
    Run run = work.run();
    if (run != null && subscribed.compareAndSet(false, true)) {
      var _ = run.completion().whenComplete((report, failure) -> look());
    }
  }

  @Override
  void pause(long nanos) throws InterruptedException {
    Run run = work.run();
    if (!taken.get()) {
      pauseUntilTold(Math.min(nanos, 1_000_000));
    } else if (run == null) {
      pauseUntilTold(nanos);
    } else if (run.state() == RunState.NEW || run.join(Duration.ofNanos(nanos)).isFinal()) {
      // It is being started, or another thread is about to end it.
      Thread.onSpinWait();
    }
  }

  @Override
  public RunState state() {
    if (look() || !taken.get()) {
      return super.state();
    }
    Run run = work.run();
    RunState known = run == null ? RunState.RUNNING : run.state();
    return switch (known) {
      case NEW -> RunState.QUEUED;
      case QUEUED, RUNNING -> known;
      case COMPLETED, FAILED, CANCELLED -> isEnded() ? super.state() : RunState.RUNNING;
    };
  }

  @Override
  public boolean cancel() {
    if (taken.compareAndSet(false, true)) {
      finish(
          none(),
          BackplaneException.because(ErrorCode.CANCELLED, "it was cancelled")
              .on(toString())
              .build());
      return true;
    }
    Run run = work.run();
    boolean ends = !isEnded() && run != null && run.cancel();
    if (ends) {
      ending = true;
    }
    return ends;
  }

  /** {@return whether it ends soon, because it was cancelled} */
  boolean isEnding() {
    return ending;
  }

  @Override
  public Times times() {
    if (!timed) {
      throw unprofiled();
    }
    if (!state().isFinal()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "it has not ended")
          .during("times")
          .on(toString())
          .remedy("Await it first")
          .build();
    }
    return new Times(queuedAt, submittedAt, startedAt, endedAt);
  }

  @Override
  public String toString() {
    return name;
  }
}
