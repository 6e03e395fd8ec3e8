package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for the end of a command with a deadline, for which the interface has no function. It polls
 * first, because to wake a thread takes longer than a short command. After that the plugin calls
 * back; where it cannot, the wait polls at intervals.
 */
final class Waiting {
  /** The time that a wait spins; longer, and the command may lack the processor. */
  private static final long LOOKING_NANOS = 1_000;

  /** The time until which it polls and yields the processor. */
  private static final long YIELDING_NANOS = 60_000;

  /** The pause between two polls of a plugin that does not call back. */
  private static final long PAUSE_NANOS = 50_000;

  /** The longest pause, and so the most that a lost callback costs. */
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);
  private static final int COMPLETE = 0;

  private Waiting() {}

  /**
   * Waits.
   *
   * @return 0 if the command is complete, negative if it failed, positive if the time has passed
   */
  @SuppressWarnings("ThreadPriorityCheck") // Plugins execute kernels on threads of this process.
  static int await(PiRun run, Duration timeout) {
    int status = run.status();
    if (status <= COMPLETE) {
      return status;
    }
    WaitLimit limit = WaitLimit.of(timeout);
    while (status > COMPLETE && !limit.isOver()) {
      long waited = limit.waited();
      if (waited >= YIELDING_NANOS) {
        return park(run, limit);
      }
      if (waited < LOOKING_NANOS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
      status = run.status();
    }
    return status;
  }

  /** Waits until the command has ended, however long that takes, or the device is closed. */
  static int follow(PiRun run) {
    int status = park(run, WaitLimit.of(FOR_EVER));
    if (status > COMPLETE) {
      throw BackplaneException.because(
              ErrorCode.CLOSED, "the device was closed before the command had ended")
          .during("completion")
          .build();
    }
    return status;
  }

  private static int park(PiRun run, WaitLimit limit) {
    EndCallback callback = run.endCallback();
    long pause = callback.isExpected() ? LONGEST_PAUSE_NANOS : PAUSE_NANOS;
    callback.enter();
    try {
      int status = run.status();
      while (status > COMPLETE && !run.isOver()) {
        WaitLimit.checkInterrupted("command");
        if (limit.isOver()) {
          return status;
        }
        LockSupport.parkNanos(Math.min(pause, limit.left()));
        status = run.status();
      }
      return status;
    } finally {
      callback.leave();
    }
  }

  /**
   * Waits for the end of all commands of a queue of a plugin without markers: its own wait has no
   * deadline, so that another thread waits.
   */
  static boolean finish(PiContext context, NativeHandle handle, Duration timeout) {
    long held = handle.hold("finish");
    FutureTask<Integer> finish =
        new FutureTask<>(
            () -> {
              try {
                return context.pi.queueFinish(held);
              } finally {
                handle.end();
              }
            });
    Thread.ofPlatform().daemon().name("finish").start(finish);
    try {
      context.results.check(finish.get(timeout.toNanos(), TimeUnit.NANOSECONDS), "finish");
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("queue 0x" + Long.toHexString(held) + " was not asked", e);
    } catch (InterruptedException e) {
      throw WaitLimit.interrupted("queue");
    }
  }
}
