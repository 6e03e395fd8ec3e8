package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The count of a thread that waits for processes. */
final class StarvedTimeTest {
  @Test
  void workInAnotherThreadAddsToTheCountOfTheThreadThatWaitsForIt() throws Exception {
    AtomicLong mine = StarvedTime.ofThread();
    long before = mine.get();
    Callable<Long> shared = StarvedTime.shared(() -> StarvedTime.ofThread().addAndGet(5));
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      assertThat(other.submit(shared).get()).isEqualTo(before + 5);
      assertThat(other.submit(() -> StarvedTime.ofThread().get()).get()).isZero();
    }
    assertThat(mine.get()).isEqualTo(before + 5);
  }
}
