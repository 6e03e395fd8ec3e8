package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.driverkit.UseCount.Closing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class UseCountTest {
  private final UseCount count = new UseCount();

  @Test
  void anObjectInUseIsNotClosed() {
    assertThat(count.begin()).isTrue();
    assertThat(count.closeIfUnused()).isFalse();
    assertThat(count.end()).isFalse();
    assertThat(count.closeIfUnused()).isTrue();
    assertThat(count.begin()).isFalse();
    assertThat(count.isClosed()).isTrue();
  }

  @Test
  void aRefusedUseCountsNothingAfterAReopening() {
    assertThat(count.closeIfUnused()).isTrue();
    assertThat(count.begin()).isFalse();
    count.reopen();
    assertThat(count.uses()).isZero();
    assertThat(count.begin()).isTrue();
    assertThat(count.closeIfUnused()).isFalse();
  }

  @Test
  void theLastUseOfWhatWasClosedFreesIt() {
    assertThat(count.begin()).isTrue();
    assertThat(count.begin()).isTrue();
    assertThat(count.close()).isEqualTo(Closing.IN_USE);
    assertThat(count.begin()).isFalse();
    assertThat(count.uses()).isEqualTo(2);
    assertThat(count.end()).isFalse();
    assertThat(count.end()).isTrue();
    assertThat(count.close()).isEqualTo(Closing.CLOSED_BEFORE);
  }

  @Test
  void closingAnUnusedObjectFreesIt() {
    assertThat(count.close()).isEqualTo(Closing.UNUSED);
    assertThat(count.closeIfUnused()).isFalse();
    assertThat(count.beginUnlessFreed()).isFalse();
  }

  @Test
  void aClosedObjectCanBeHeldUntilItIsFreed() {
    assertThat(count.begin()).isTrue();
    assertThat(count.close()).isEqualTo(Closing.IN_USE);
    assertThat(count.beginUnlessFreed()).isTrue();
    assertThat(count.end()).isFalse();
    assertThat(count.end()).isTrue();
    assertThat(count.beginUnlessFreed()).isFalse();
  }

  @Test
  void oneOfManyThreadsFreesIt() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      UseCount shared = new UseCount();
      AtomicInteger freed = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        threads.add(Thread.ofVirtual().start(() -> useUntilClosed(shared, freed)));
      }
      if (shared.close() == Closing.UNUSED) {
        freed.incrementAndGet();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(freed).hasValue(1);
    }
  }

  private static void useUntilClosed(UseCount shared, AtomicInteger freed) {
    while (shared.begin()) {
      if (shared.end()) {
        freed.incrementAndGet();
      }
      Thread.onSpinWait();
    }
  }
}
