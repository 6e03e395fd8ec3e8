package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class MemoryFileTest {
  private static final long SELF = ProcessHandle.current().pid();
  private static final int PAGE = 4096;

  @Test
  void twoProcessesSeeTheSameMemoryOfAFile() {
    try (Arena arena = Arena.ofConfined();
        MemoryFile file = MemoryFile.create(PAGE).orElseThrow();
        MemoryFile again = MemoryFile.of(SELF, file.descriptor()).orElseThrow()) {
      MemorySegment one = file.map(PAGE, arena).orElseThrow();
      MemorySegment two = again.map(PAGE, arena).orElseThrow();

      one.set(ValueLayout.JAVA_LONG, 8, 42);

      assertThat(two.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
      assertThat(again.holds(PAGE)).isTrue();
      assertThat(again.holds(PAGE + 1)).isFalse();
    }
  }

  @Test
  void aFileOfAnotherKindIsOpenedAndHoldsNoMemory(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("file"), new byte[PAGE]);
    try (var open = new java.io.RandomAccessFile(folder.resolve("file").toFile(), "rw")) {
      assertThat(open.length()).isEqualTo(PAGE);
      int opened = 0;
      for (int number = 0; number < 1024; number++) {
        MemoryFile file = MemoryFile.of(SELF, number).orElse(null);
        if (file != null) {
          assertThat(file.holds(1)).isFalse();
          file.close();
          opened++;
        }
      }
      assertThat(opened).isPositive();
    }
    assertThat(MemoryFile.of(SELF, -1)).isEmpty();
    assertThat(MemoryFile.of(-1, 0)).isEmpty();
  }

  @Test
  void aThreadThatWaitsForAWordIsWokenAndOneOfAnotherValueDoesNotWait() throws Exception {
    try (Arena arena = Arena.ofShared();
        MemoryFile file = MemoryFile.create(PAGE).orElseThrow()) {
      MemorySegment page = file.map(PAGE, arena).orElseThrow();
      Thread waiting =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (page.get(ValueLayout.JAVA_INT, 0) == 0) {
                      Futex.await(page.address(), 0, Duration.ofDays(1));
                    }
                  });
      Futex.await(page.address(), 1, Duration.ofDays(1));
      Futex.await(page.address(), 0, Duration.ofMillis(1));
      page.set(ValueLayout.JAVA_INT, 0, 1);
      do {
        Futex.wake(page.address());
      } while (!waiting.join(Duration.ofMillis(5)));
    }
  }
}
