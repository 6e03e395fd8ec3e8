package dev.backplane.runtime.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All work is done, once, whoever looks for it. */
@Timeout(60)
final class LingeringExecutorTest {
  private static final int CALLERS = 4;
  private static final int CALLS = 5000;

  @Test
  void workOfSeveralCallersThatComeCloseUponOneAnotherIsEachDoneOnce() throws Exception {
    AtomicIntegerArray done = new AtomicIntegerArray(CALLERS * CALLS);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      LingeringExecutor handover = new LingeringExecutor(threads);
      List<Thread> callers = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int first = caller * CALLS;
        callers.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < CALLS; i++) {
                        int number = first + i;
                        CountDownLatch ended = new CountDownLatch(1);
                        handover.execute(
                            () -> {
                              done.incrementAndGet(number);
                              ended.countDown();
                            });
                        if (i % 3 != 0) {
                          awaitQuietly(ended);
                        }
                      }
                    }));
      }
      for (Thread caller : callers) {
        caller.join();
      }
    }
    for (int i = 0; i < done.length(); i++) {
      assertThat(done.get(i)).as("work %d", i).isEqualTo(1);
    }
  }

  @Test
  void workBehindWorkThatThrowsIsDone() throws Exception {
    AtomicInteger done = new AtomicInteger();
    try (ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> Thread.ofPlatform().uncaughtExceptionHandler((_, _) -> {}).unstarted(work))) {
      LingeringExecutor handover = new LingeringExecutor(threads);
      for (int i = 0; i < 200; i++) {
        boolean isWrong = i % 2 == 0;
        handover.execute(
            () -> {
              done.incrementAndGet();
              if (isWrong) {
                throw new IllegalStateException("wrong on purpose");
              }
            });
      }
    }
    assertThat(done).hasValue(200);
  }

  @Test
  void workThatWaitsForOtherWorkDoesNotKeepItFromAThread() throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      LingeringExecutor handover = new LingeringExecutor(threads);
      for (int i = 0; i < 500; i++) {
        CountDownLatch inner = new CountDownLatch(1);
        CountDownLatch outer = new CountDownLatch(1);
        handover.execute(
            () -> {
              handover.execute(inner::countDown);
              awaitQuietly(inner);
              outer.countDown();
            });
        assertThat(outer.await(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
