package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends waiting for calls that the library does not limit: a first load of hw_emu takes ten seconds,
 * and when its device process dies the call never returns. Such a call cannot be stopped: its
 * thread stays behind, and so does the device.
 */
final class Deadline {
  private final Duration most;
  private volatile boolean missed;

  Deadline(Duration most) {
    this.most = most;
  }

  /** {@return whether a call never came back, so that nothing may be closed any more} */
  boolean missed() {
    return missed;
  }

  /** Makes a call, on a thread of its own. */
  <T> T call(String what, Callable<T> call) {
    if (missed) {
      throw BackplaneException.because(
              ErrorCode.DEVICE_FAULTED, "an earlier call did not come back")
          .during(what)
          .remedy("End the process and look at the device")
          .build();
    }
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofPlatform().daemon().name("xrt-call").start(task);
    try {
      return await(task);
    } catch (TimeoutException e) {
      missed = true;
      ExitCleanup.abandon(what);
      throw BackplaneException.because(
              ErrorCode.TIMEOUT, "the library did not return within " + most.toSeconds() + " s")
          .during(what)
          .remedy("Look at the device or its process; or give a larger 'deadline_seconds'")
          .causedBy(e)
          .build();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BackplaneException coded) {
        throw coded.with().during(what).causedBy(coded).build();
      }
      throw new IllegalStateException(what, e.getCause());
    }
  }

  /** Interrupts wait too: who left now would not know what became of the call. */
  private <T> T await(FutureTask<T> task) throws ExecutionException, TimeoutException {
    long end = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
