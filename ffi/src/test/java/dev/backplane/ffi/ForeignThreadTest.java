package dev.backplane.drivers.xrt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LibraryThreadTest {
  @Test
  void aThreadThatWorksWantsAProcessorUntilItSleeps() throws Exception {
    CompletableFuture<LibraryThread> self = new CompletableFuture<>();
    AtomicBoolean working = new AtomicBoolean(true);
    CountDownLatch end = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  self.complete(LibraryThread.current());
                  while (working.get()) {
                    Thread.onSpinWait();
                  }
                  try {
                    assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    LibraryThread known = self.get(30, TimeUnit.SECONDS);
    assertThat(known.wantsProcessor()).isTrue();
    working.set(false);
    assertThat(known.awaitSleep()).isTrue();
    end.countDown();
    thread.join();
    assertThat(known.awaitSleep()).isTrue();
  }
}
