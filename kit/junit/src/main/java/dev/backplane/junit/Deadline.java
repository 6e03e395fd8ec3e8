package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;

/**
 * The deadline of one test. A thread waits for it beside the test; whichever of test and deadline
 * comes first decides what the test has become, so that a test which ends late is told as such and
 * no interrupt comes after its end.
 */
final class Deadline {
  private static final int CALLS = 12;
  private static final int FRAMES = 12;

  private enum Phase {
    RUNNING,
    ENDED,
    EXPIRED
  }

  private final String test;
  private final Duration limit;
  private final OpenCards cards;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<String> report = new ArrayList<>();
  private @Nullable RuntimeException notClosed;

  Deadline(String test, Duration limit, OpenCards cards) {
    this.test = test;
    this.limit = limit;
    this.cards = cards;
  }

  /**
   * Runs a test under it.
   *
   * @param invocation the test
   * @throws Throwable what the test throws; {@link ErrorCode#TIMEOUT} if the deadline came first
   */
  void hold(Invocation<@Nullable Void> invocation) throws Throwable {
    Thread runner = Thread.currentThread();
    Thread watcher =
        Thread.ofPlatform()
            .daemon()
            .name("backplane-deadline")
            .start(
                () -> {
                  if (isUp() && phase.compareAndSet(Phase.RUNNING, Phase.EXPIRED)) {
                    end(runner);
                  }
                });
    Throwable problem = null;
    try {
      invocation.proceed();
    } catch (Throwable e) {
      problem = e;
    }
    boolean inTime = phase.compareAndSet(Phase.RUNNING, Phase.ENDED);
    ended.countDown();
    if (!inTime) {
      join(watcher);
      throw expired(problem);
    }
    if (problem != null) {
      throw problem;
    }
  }

  private boolean isUp() {
    try {
      return !ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but who ends all of them.
      return false;
    }
  }

  /** Asks first, closes then: a card that is closed has cancelled what it did. */
  private void end(Thread runner) {
    StackTraceElement[] stack = runner.getStackTrace();
    report.addAll(cards.report(CALLS));
    report.add("thread " + runner.getName());
    for (int i = 0; i < Math.min(stack.length, FRAMES); i++) {
      report.add("  at " + stack[i]);
    }
    try {
      cards.closeCards();
    } catch (RuntimeException e) {
      notClosed = e;
    } finally {
      runner.interrupt();
    }
  }

  /** Waits for the report, and takes the interrupt back that was meant for the test. */
  private static void join(Thread watcher) {
    boolean joined = false;
    while (!joined) {
      try {
        watcher.join();
        joined = true;
      } catch (InterruptedException e) {
        // That of the watcher, which is about to end.
        joined = !watcher.isAlive();
      }
    }
    Thread.interrupted();
  }

  private BackplaneException expired(@Nullable Throwable problem) {
    BackplaneException expired =
        BackplaneException.because(
                ErrorCode.TIMEOUT,
                "it has not ended within %s ms\n%s\n"
                    .formatted(limit.toMillis(), String.join("\n", report)))
            .during("test")
            .on(test)
            .build();
    if (problem != null) {
      expired.addSuppressed(problem);
    }
    if (notClosed != null) {
      expired.addSuppressed(notClosed);
    }
    return expired;
  }
}
