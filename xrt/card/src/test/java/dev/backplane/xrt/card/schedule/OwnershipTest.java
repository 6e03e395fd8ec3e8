package dev.backplane.xrt.card.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One owner at a time. */
final class OwnershipTest {
  private final Ownership ownership = new Ownership();
  private int counted;

  private static long in(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void oneHasItAtATime() throws Exception {
    int each = 2000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      if (ownership.take(in(30_000))) {
                        counted++;
                        ownership.release();
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(counted).isEqualTo(3 * each);
  }

  @Test
  void waitingForItHasAnEnd() {
    assertThat(ownership.tryTake()).isTrue();
    assertThat(ownership.tryTake()).isFalse();
    assertThat(ownership.take(in(5))).isFalse();
    ownership.release();
    assertThat(ownership.take(in(5))).isTrue();
  }

  @Test
  void aStoppedUnitHasNoOwner() {
    assertThat(ownership.tryTake()).isTrue();
    ownership.stop();
    assertThat(ownership.isStopped()).isTrue();
    assertThat(ownership.isTaken()).isFalse();
    assertThat(ownership.take(in(30_000))).isFalse();
  }
}
