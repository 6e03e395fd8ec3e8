package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What counts of the time of a process. */
final class ProcessTimeTest {
  private static Process sleeping() throws Exception {
    return new ProcessBuilder("sleep", "600").start();
  }

  @Test
  void theTimeInWhichAProcessWaitsForSomethingCounts() throws Exception {
    Process process = sleeping();
    try {
      ProcessTime time = new ProcessTime(process.pid());
      Duration least = Duration.ofMillis(100);
      for (int looks = 0; !time.isOver(least); looks++) {
        assertThat(looks).isLessThan(1_000_000);
        Thread.sleep(10);
        assertThat(time.look()).isNotNegative();
      }
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void ofAProcessThatHasEndedAllTimeCounts() throws Exception {
    Process process = sleeping();
    process.destroyForcibly().waitFor();
    ProcessTime time = new ProcessTime(process.pid());
    Thread.sleep(20);
    assertThat(time.look()).isZero();
    assertThat(time.isOver(Duration.ofMillis(20))).isTrue();
    assertThat(time.isOver(Duration.ofDays(1))).isFalse();
  }
}
