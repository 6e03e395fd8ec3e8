package dev.backplane.runtime.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.StarvedProcesses;
import dev.backplane.plugin.limit.SchedulerTime;
import dev.backplane.plugin.limit.ThreadTime;
import dev.backplane.plugin.limit.TimedCall;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class PluginThreadsTest {
  @Test
  void countsTheWaitOfAChildProcessAsTheThreadsOwn() {
    ThreadTime time = new PluginThreads.CallTime(new SchedulerTime());
    LongSupplier waited = time.processorWait();
    long before = waited.getAsLong();
    StarvedProcesses.ofThread().addAndGet(Duration.ofHours(1).toNanos());
    assertThat(waited.getAsLong() - before).isGreaterThanOrEqualTo(Duration.ofHours(1).toNanos());
  }

  private static final PluginCall CALL =
      new PluginCall(
          "initialize", "bad", "bad", ErrorCode.INITIALIZE_FAILED, Duration.ofMinutes(1));

  @Test
  void anInterruptOfAnAbandonedCallDoesNotReachTheNextPluginOnItsThread() throws Exception {
    TimedCall abandoned = new TimedCall(Duration.ofMinutes(1), new SchedulerTime());
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicReference<Boolean> seen = new AtomicReference<>();
    try (PluginThreads threads = new PluginThreads(new SchedulerTime())) {
      threads.execute(
          () -> {
            abandoned.begin();
            abandoned.end();
            left.countDown();
            // The next plugin on the same thread, when the waiting thread comes to abandon the
            // first.
            TimedCall next = threads.timed(CALL);
            next.begin();
            try {
              interrupted.await();
              seen.set(Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
              seen.set(true);
            } finally {
              next.end();
              synchronized (seen) {
                seen.notifyAll();
              }
            }
          });
      left.await();
      threads.abandon(CALL, abandoned);
      interrupted.countDown();
      synchronized (seen) {
        while (seen.get() == null) {
          seen.wait();
        }
      }
      assertThat(seen.get()).isFalse();
    }
  }

  @Test
  void aFailureThatCannotBePrintedIsReportedByItsClass() {
    class Unprintable extends RuntimeException {
      private static final long serialVersionUID = 1L;

      @Override
      public String toString() {
        throw new IllegalStateException("no text");
      }

      @Override
      public String getMessage() {
        throw new AssertionError("no message");
      }
    }
    try (PluginThreads threads = new PluginThreads(new SchedulerTime())) {
      BackplaneException error =
          catchThrowableOfType(
              BackplaneException.class,
              () ->
                  threads.call(
                      CALL,
                      () -> {
                        throw new Unprintable();
                      }));
      assertThat(error.code()).isEqualTo(ErrorCode.INITIALIZE_FAILED);
      assertThat(error).hasMessageContaining("Unprintable (its message cannot be read)");
      assertThat(error.getCause()).hasMessageContaining("Unprintable");
    }
  }

  @Test
  void aFailureWhoseMessageHangsIsAPluginThatHangs() {
    class Hanging extends RuntimeException {
      private static final long serialVersionUID = 1L;

      @Override
      public String getMessage() {
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return "late";
      }
    }
    PluginCall call =
        new PluginCall("close", "bad", "bad", ErrorCode.PLUGIN_FAILED, Duration.ofMillis(200));
    try (PluginThreads threads = new PluginThreads(new SchedulerTime())) {
      BackplaneException error =
          catchThrowableOfType(
              BackplaneException.class,
              () ->
                  threads.call(
                      call,
                      () -> {
                        throw new Hanging();
                      }));
      assertThat(error.code()).isEqualTo(ErrorCode.PLUGIN_HUNG);
    }
  }
}
