package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.QueueFlag;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.driverkit.WaitLimit;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The end of a command: what is to be done then is done before anybody is told of it. */
class PiEvent implements Event {
  private static final int PROFILING_QUEUED = 0x1280;
  private static final int PROFILING_SUBMIT = 0x1281;
  private static final int PROFILING_START = 0x1282;
  private static final int PROFILING_END = 0x1283;
  private static final int COMPLETE = 0;

  private final Session session;
  private final NativeHandle handle;
  private final String command;
  private final @Nullable PiQueue queue;

  /** What is done when the command has ended, with what it needs until then; null afterwards. */
  private @Nullable Runnable atEnd;

  private volatile @Nullable Status outcome;
  private volatile @Nullable BackplaneException failure;
  private @Nullable CompletableFuture<Void> completion;

  /**
   * The event of a command.
   *
   * @param event the handle, which is released with this
   * @param command what it is the end of, for messages
   * @param queue the queue it went into, if it is known
   * @param atEnd is done when the command has ended, well or not
   */
  PiEvent(
      Session session,
      long event,
      String command,
      @Nullable PiQueue queue,
      @Nullable Runnable atEnd) {
    this.session = session;
    this.command = command;
    this.queue = queue;
    this.atEnd = atEnd;
    handle = new NativeHandle(command, event, () -> session.releaseWhenEnded(event));
    if (atEnd != null) {
      session.transfers().add(this);
    }
  }

  final boolean isOf(Session other) {
    return session == other;
  }

  final NativeHandle handle() {
    return handle;
  }

  /** Hands the commands of its queue to the device, unless that is a given queue. */
  final void flushUnless(@Nullable PiQueue other) {
    if (queue != null && queue != other && outcome == null) {
      queue.flushForWait();
    }
  }

  @Override
  public final Status status() {
    Status known = outcome;
    if (known != null) {
      return known;
    }
    long event = handle.begin("status");
    try {
      return now(Waiting.status(session, event));
    } finally {
      handle.end();
    }
  }

  private Status now(int status) {
    return switch (status) {
      case 3 -> Status.QUEUED;
      case 2 -> Status.SUBMITTED;
      case 1 -> Status.RUNNING;
      default -> settle(status);
    };
  }

  /** Notes that the command has ended. */
  final synchronized Status settle(int status) {
    Status known = outcome;
    if (known != null) {
      return known;
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
      session.transfers().remove(this);
    }
    failure = why;
    Status end = why == null ? Status.COMPLETE : Status.FAILED;
    outcome = end;
    return end;
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
                : "Look at the events that it waited for, and for accesses outside of buffers")
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
        .remedy("Wait for the event before the arena is closed")
        .causedBy(cause)
        .build();
  }

  @Override
  public final void await(Duration timeout) {
    if (outcome == null) {
      if (queue != null) {
        queue.flushForWait();
      }
      long event = handle.begin("await");
      try {
        int status = Waiting.await(session, event, timeout);
        if (status > COMPLETE) {
          throw WaitLimit.timedOut(command, timeout, "Wait longer, or look for what it waits for");
        }
        var _ = settle(status);
      } finally {
        handle.end();
      }
    }
    BackplaneException why = failure;
    if (why != null) {
      throw why;
    }
  }

  @Override
  public final CompletionStage<Void> completion() {
    return future().minimalCompletionStage();
  }

  private synchronized CompletableFuture<Void> future() {
    CompletableFuture<Void> future = completion;
    if (future == null) {
      future = new CompletableFuture<>();
      completion = future;
      if (outcome == null) {
        follow(future);
      } else {
        tell(future);
      }
    }
    return future;
  }

  /** Has the future told of the end, in a thread that is not the plugin's. */
  private void follow(CompletableFuture<Void> future) {
    if (queue != null) {
      queue.flushForWait();
    }
    long event = handle.begin("completion");
    session.follow(() -> ended(future, event));
  }

  private void ended(CompletableFuture<Void> future, long event) {
    try {
      var _ = settle(Waiting.follow(session, event));
      tell(future);
    } catch (Throwable e) {
      future.completeExceptionally(e);
    } finally {
      handle.end();
    }
  }

  private void tell(CompletableFuture<Void> future) {
    BackplaneException why = failure;
    if (why == null) {
      future.complete(null);
    } else {
      future.completeExceptionally(why);
    }
  }

  @Override
  public final CompletionStage<Void> whenDone(Consumer<Status> callback) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    var _ =
        future()
            .whenComplete(
                (done, why) -> Thread.startVirtualThread(() -> call(callback, why == null, told)));
    return told.minimalCompletionStage();
  }

  private void call(Consumer<Status> callback, boolean well, CompletableFuture<Void> told) {
    try {
      callback.accept(well ? Status.COMPLETE : Status.FAILED);
      told.complete(null);
    } catch (Throwable e) {
      System.getLogger(PiEvent.class.getName())
          .log(System.Logger.Level.ERROR, "the callback for " + command + " threw", e);
      told.completeExceptionally(e);
    }
  }

  @Override
  public final Times times() {
    if (!status().isFinal()) {
      throw BackplaneException.because(ErrorCode.IN_USE, command + " has not ended")
          .during("times")
          .remedy("Wait for it first")
          .build();
    }
    return new Times(
        time(PROFILING_QUEUED), time(PROFILING_SUBMIT), time(PROFILING_START), time(PROFILING_END));
  }

  private long time(int name) {
    long event = handle.begin("times");
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(Long.BYTES, Long.BYTES);
      value.set(ValueLayout.JAVA_LONG, 0, 0);
      int result = session.pi.eventGetProfilingInfo(event, name, Long.BYTES, value.address(), 0);
      if (result == PiResult.PROFILING_INFO_NOT_AVAILABLE) {
        throw withoutTimes();
      }
      session.results.check(result, "times of " + command);
      return value.get(ValueLayout.JAVA_LONG, 0);
    } finally {
      handle.end();
    }
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
                : "Ask events of commands in a queue with the flag PROFILING that did not fail")
        .build();
  }

  @Override
  public final void close() {
    if (isPending()) {
      // What is to be done at the end is done although nobody looks.
      var _ = future();
    }
    handle.close();
  }

  private synchronized boolean isPending() {
    return atEnd != null;
  }

  @Override
  public final String toString() {
    return command;
  }
}
