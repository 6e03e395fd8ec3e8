package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class ForeignThreadTest {
  @Test
  void aThreadThatWorksWantsAProcessorUntilItSleeps() throws Exception {
    CompletableFuture<ForeignThread> self = new CompletableFuture<>();
    AtomicBoolean working = new AtomicBoolean(true);
    CountDownLatch end = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  self.complete(ForeignThread.current());
                  while (working.get()) {
                    Thread.onSpinWait();
                  }
                  try {
                    assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    ForeignThread known = self.get(30, TimeUnit.SECONDS);
    // A thread of Java stops now and then, for the collector of garbage say.
    while (!known.wantsProcessor()) {
      Thread.onSpinWait();
    }
    working.set(false);
    assertThat(known.awaitSleep()).isTrue();
    assertThat(known.awaitEnd()).isFalse();
    end.countDown();
    thread.join();
    // Java is told a moment before Linux.
    while (!known.awaitEnd()) {
      Thread.onSpinWait();
    }
    assertThat(known.awaitSleep()).isTrue();
  }

  @Test
  void aThreadOfJavaIsNotForeign() {
    assertThat(ForeignThread.isForeign(ForeignThreadTest.class)).isFalse();
    assertThat(ForeignThread.current()).isSameAs(ForeignThread.current());
  }
}
