package dev.backplane.xrt.card.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HealthMonitorTest {
  @Test
  void itLooksAgainAndAgainUntilItIsStopped() throws InterruptedException {
    CountDownLatch looks = new CountDownLatch(3);
    HealthMonitor monitor = new HealthMonitor("card0", Duration.ofMillis(1), looks::countDown);
    monitor.start();
    monitor.start();

    assertThat(looks.await(20, TimeUnit.SECONDS)).isTrue();
    Thread thread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().equals("card0/health"))
            .findFirst()
            .orElseThrow();
    monitor.stop();
    thread.join(Duration.ofSeconds(20));
    assertThat(thread.isAlive()).isFalse();
  }
}
