package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.Completion;
import dev.backplane.driverkit.WaitLimit;
import dev.backplane.pi.table.PiResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command in a queue, with its native event until its end is noticed. What is to be done then is
 * done before anybody is told of it.
 */
class PiRun extends NativeEvent implements Run, MadeFrom {
  private static final int COMPLETE = 0;

  private final String command;
  private final @Nullable PiQueue queue;
  private final Completion<RunReport> end = new Completion<>();

  /** Runs when the command has ended, and keeps what it needs until then; null afterwards. */
  private @Nullable Runnable atEnd;

  private @Nullable Times times;

  /** True if the event is kept although the command has ended. */
  private boolean kept;

  private boolean followed;

  /**
   * The run of a command.
   *
   * @param event its handle, which this releases
   * @param command what it is, for messages
   * @param queue the queue it went into, if it is known
   * @param atEnd is done when the command has ended, well or not
   */
  PiRun(
      PiContext context,
      long event,
      String command,
      @Nullable PiQueue queue,
      @Nullable Runnable atEnd) {
    super(context, event);
    this.command = command;
    this.queue = queue;
    this.atEnd = atEnd;
  }

  /** The run of a command that failed before the device was given it. */
  static PiRun failed(PiContext context, String command, PiQueue queue) {
    PiRun run = new PiRun(context, 0, command, queue, null);
    run.end.fail(run.failed(PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST));
    run.letGo();
    return run;
  }

  /** The run of a device that a run of the program is. */
  static PiRun of(PiContext context, Run run, String operation) {
    return context.own(
        PiRun.class, run instanceof CallRun own ? own.started(operation) : run, operation);
  }

  @Override
  public final boolean isOf(PiContext other) {
    return context == other;
  }

  /** Keeps the event until the queue is closed. */
  final synchronized void keep(String operation) {
    if (hasLetGo()) {
      throw BackplaneException.because(
              ErrorCode.CLOSED, "the run " + command + " has ended, and its event is gone")
          .during(operation)
          .remedy("Ask for it before the end of the run is noticed")
          .build();
    }
    kept = true;
  }

  /** Tells whether its end was noticed. */
  final boolean hasEnded() {
    return end.isEnded();
  }

  /** Tells whether its end was noticed, or nobody will notice it any more. */
  final boolean isOver() {
    return end.isEnded() || context.isClosed();
  }

  /** Tells whether its end was noticed, and is not a good one. */
  final boolean hasFailed() {
    return end.failure() != null;
  }

  /** Hands the commands of its queue to the device, unless that is a given queue. */
  final void flushUnless(@Nullable PiQueue other) {
    if (queue != null && queue != other && !end.isEnded()) {
      queue.flushForWait();
    }
  }

  @Override
  public final RunState state() {
    if (!end.isEnded() && hold()) {
      try {
        int status = status();
        if (status > COMPLETE) {
          return status == 1 ? RunState.RUNNING : RunState.QUEUED;
        }
        settle(status);
      } finally {
        endHold();
      }
    }
    return end.failure() == null ? RunState.COMPLETED : RunState.FAILED;
  }

  /** Looks, and does not mind if the device does not answer. */
  final boolean looksEnded() {
    try {
      return state().isFinal();
    } catch (BackplaneException e) {
      return false;
    }
  }

  /** Notes that the command has ended. */
  final synchronized void settle(int status) {
    if (end.isEnded()) {
      return;
    }
    BackplaneException why = status == COMPLETE ? null : failed(status);
    Runnable last = atEnd;
    atEnd = null;
    if (last != null) {
      try {
        last.run();
      } catch (IllegalStateException e) {
        why = targetIsGone(e);
      }
    }
    end(why);
  }

  private synchronized void end(@Nullable BackplaneException why) {
    if (end.isEnded()) {
      return;
    }
    if (why == null) {
      Times taken = queue == null || queue.takesTimes() ? times(command) : null;
      times = taken;
      Duration measured = taken == null ? Duration.ZERO : taken.execution();
      end.complete(new RunReport(-1, measured.isNegative() ? Duration.ZERO : measured));
    } else {
      end.fail(why);
    }
    if (!kept) {
      letGo();
    }
  }

  /** The device is closed. */
  final void abandon() {
    if (!end.isEnded()) {
      end(
          BackplaneException.because(
                  ErrorCode.CLOSED, "the device was closed before the command had ended")
              .during(command)
              .build());
    }
    forgetCallback();
    letGo();
  }

  /** The error of a command that ended with a negative status. */
  BackplaneException failed(int status) {
    boolean lost =
        status == PiResult.DEVICE_NOT_AVAILABLE
            || status == PiResult.UNKNOWN
            || status == PiResult.UNINITIALIZED;
    return BackplaneException.because(
            lost ? ErrorCode.DEVICE_FAULTED : ErrorCode.KERNEL_FAILED,
            "it, or what it had to wait for, failed" + told(status))
        .during(command)
        .remedy(
            lost
                ? "Close the device and open it again"
                : "Look at the runs that it waited for, and for accesses outside of buffers")
        .build();
  }

  /** A status of -1 is every implementation's way to say nothing more, and names no result. */
  private static String told(int status) {
    return status == -1 ? " (status -1)" : " with " + PiResult.name(status);
  }

  private BackplaneException targetIsGone(IllegalStateException cause) {
    return BackplaneException.because(
            ErrorCode.CLOSED, "the arena of the target was closed before the command had ended")
        .during(command)
        .remedy("Wait for the run before the arena is closed")
        .causedBy(cause)
        .build();
  }

  @Override
  public final RunReport await(Duration timeout) {
    if (!endsWithin(timeout)) {
      throw WaitLimit.timedOut(command, timeout, "Wait longer, or look for what it waits for");
    }
    return end.result();
  }

  @Override
  public final RunState join(Duration timeout) {
    try {
      var _ = endsWithin(timeout);
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.CANCELLED) {
        throw e;
      }
    }
    return state();
  }

  /** Waits. */
  final boolean endsWithin(Duration timeout) {
    flushUnless(null);
    if (!end.isEnded() && hold()) {
      try {
        int status = Waiting.await(this, timeout);
        if (status <= COMPLETE) {
          settle(status);
        }
      } finally {
        endHold();
      }
    }
    return end.isEnded();
  }

  /** The interface has no way to end a command: it ends as it would have. */
  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public final CompletionStage<RunReport> completion() {
    flushUnless(null);
    if (isToBeFollowed()) {
      context.follow(this::follow);
    }
    return end.stage();
  }

  private synchronized boolean isToBeFollowed() {
    if (followed || end.isEnded() || !hold()) {
      return false;
    }
    followed = true;
    return true;
  }

  /** Waits for the end, in a thread that is not the plugin's. */
  private void follow() {
    try {
      settle(Waiting.follow(this));
    } catch (BackplaneException e) {
      end(e);
    } finally {
      endHold();
    }
  }

  @Override
  public final CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    var _ =
        completion()
            .whenComplete((report, why) -> Thread.startVirtualThread(() -> call(callback, told)));
    return told.minimalCompletionStage();
  }

  private void call(Consumer<RunState> callback, CompletableFuture<Void> told) {
    try {
      callback.accept(state());
      told.complete(null);
    } catch (Throwable e) {
      System.getLogger(PiRun.class.getName())
          .log(System.Logger.Level.ERROR, "the callback for " + command + " threw", e);
      told.completeExceptionally(e);
    }
  }

  @Override
  public final Times times() {
    if (!state().isFinal()) {
      throw BackplaneException.because(ErrorCode.IN_USE, command + " has not ended")
          .during("times")
          .remedy("Wait for it first")
          .build();
    }
    Times known = times;
    if (known == null) {
      throw withoutTimes();
    }
    return known;
  }

  private BackplaneException withoutTimes() {
    boolean unasked = queue != null && !queue.flags().contains(QueueFlag.PROFILING);
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED,
            unasked
                ? "no times were taken: its queue was made without the flag PROFILING"
                : "the device took no times of it")
        .during("times of " + command)
        .remedy(
            unasked
                ? "Make the queue with queues.queue(QueueFlag.PROFILING)"
                : "Ask runs of commands in a queue with the flag PROFILING that did not fail")
        .build();
  }

  @Override
  public final String toString() {
    return command;
  }
}
