package dev.backplane.xrt.card.board;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that looks at the health of a card once in a period, as long as it is under power. */
final class HealthMonitor {

  private final String card;
  private final Duration period;
  private final Runnable check;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread thread;

  HealthMonitor(String card, Duration period, Runnable check) {
    this.card = card;
    this.period = period;
    this.check = check;
  }

  synchronized void start() {
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name(card + "/health").start(this::watch);
    }
  }

  void stop() {
    stopped.countDown();
  }

  private void look() {
    try {
      check.run();
    } catch (RuntimeException e) {
      // The next look may find the card as it should be.
      System.getLogger(HealthMonitor.class.getName())
          .log(System.Logger.Level.ERROR, "a look at the health of " + card + " failed", e);
    }
  }

  private void watch() {
    try {
      while (!stopped.await(period.toNanos(), TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt it but to end it.
      Thread.currentThread().interrupt();
    }
  }
}
