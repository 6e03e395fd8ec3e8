package dev.backplane.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class CommandMemoryTest {
  /** Memory whose use ends when the test says so. */
  private static final class SlowMemory implements UsedMemory {
    final CountDownLatch ending = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    final AtomicInteger ended = new AtomicInteger();

    @Override
    public void beginUse(String operation) {}

    @Override
    public void endUse() {
      ending.countDown();
      try {
        assertThat(mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      ended.incrementAndGet();
    }
  }

  @Test
  void aSecondReleaseReturnsOnlyAfterTheFirst() throws Exception {
    SlowMemory slow = new SlowMemory();
    CommandMemory memory = new CommandMemory(List.of(slow));
    Thread first = Thread.ofPlatform().daemon().start(memory::release);
    assertThat(slow.ending.await(30, TimeUnit.SECONDS)).isTrue();
    AtomicInteger seenBySecond = new AtomicInteger(-1);
    Thread second =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  memory.release();
                  seenBySecond.set(slow.ended.get());
                });
    while (second.getState() != Thread.State.BLOCKED
        && second.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    slow.mayEnd.countDown();
    first.join();
    second.join();
    assertThat(seenBySecond).hasValue(1);
    assertThat(slow.ended).hasValue(1);
  }
}
