package dev.backplane.runtime.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.limit.SchedulerTime;
import dev.backplane.plugin.limit.ThreadTime;
import dev.backplane.plugin.limit.TimedCall;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A deadline measures what the plugin does, not what the machine has no time for. */
@Timeout(600)
class TimedCallTest {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /** A clock and a scheduler that stand still until a test moves them. */
  private static final class FakeTime implements ThreadTime {
    private long now;
    private long waited;

    void pass(int seconds) {
      now += Duration.ofSeconds(seconds).toNanos();
    }

    void passOnTheRunQueue(int seconds) {
      pass(seconds);
      waited += Duration.ofSeconds(seconds).toNanos();
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public LongSupplier processorWait() {
      return () -> waited;
    }
  }

  private final FakeTime time = new FakeTime();

  private TimedCall begun() {
    TimedCall timed = new TimedCall(DEADLINE, time);
    timed.begin();
    return timed;
  }

  private static Duration left(TimedCall timed) {
    return Duration.ofNanos(timed.nanosLeft());
  }

  @Test
  void aPluginThatComputesOrBlocksIsOverdueAtItsDeadline() {
    TimedCall timed = begun();
    time.pass(9);
    assertThat(left(timed)).isEqualTo(Duration.ofSeconds(1));
    time.pass(1);
    assertThat(left(timed)).isZero();
    assertThat(timed.overdue()).isEqualTo("no answer within 10000 ms");
  }

  @Test
  void timeOnTheRunQueueDoesNotCount() {
    TimedCall timed = begun();
    time.passOnTheRunQueue(60);
    time.pass(4);
    assertThat(left(timed)).isEqualTo(Duration.ofSeconds(6));
    time.pass(6);
    assertThat(left(timed)).isZero();
    assertThat(timed.overdue())
        .isEqualTo(
            "no answer within 10000 ms, not counting 60000 ms in which the machine was too busy to"
                + " run it");
  }

  @Test
  void earlierWaitsOfTheThreadAreNotCredited() {
    time.passOnTheRunQueue(60);
    TimedCall timed = begun();
    time.pass(10);
    assertThat(left(timed)).isZero();
  }

  @Test
  void noMachineIsTooBusyForTenTimesTheDeadline() {
    TimedCall timed = begun();
    time.passOnTheRunQueue(99);
    assertThat(left(timed)).isEqualTo(Duration.ofSeconds(1));
    time.passOnTheRunQueue(1);
    assertThat(left(timed)).isZero();
  }

  @Test
  void aCallThatHasNotBegunIsNotThePluginsFault() {
    TimedCall timed = new TimedCall(DEADLINE, time);
    time.pass(50);
    assertThat(left(timed)).isEqualTo(DEADLINE);
    timed.begin();
    assertThat(left(timed)).isEqualTo(DEADLINE);
    time.pass(10);
    assertThat(left(timed)).isZero();
  }

  @Test
  void aCallThatNeverBeginsIsOverdueInTheEnd() {
    TimedCall timed = new TimedCall(DEADLINE, time);
    time.pass(100);
    assertThat(left(timed)).isZero();
    assertThat(timed.where()).isEqualTo("about to begin");
  }

  @Test
  void aThreadThatLeftIsNotInterrupted() {
    TimedCall timed = begun();
    timed.end();
    assertThat(timed.interrupt()).isNull();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void anInterruptOfAPluginEndsWithItsStay() {
    TimedCall timed = begun();
    assertThat(timed.interrupt()).isSameAs(Thread.currentThread());
    timed.end();
    assertThat(Thread.interrupted()).isFalse();
    Thread.currentThread().interrupt();
    begun();
    assertThat(Thread.interrupted()).isFalse();
  }

  private static PluginCall call() {
    return new PluginCall(
        "configure", "slow", "slow", ErrorCode.CONFIGURE_FAILED, Duration.ofMillis(5));
  }

  /** A machine on which time passes only when it is looked at: a deadline each time. */
  private static final class BusyMachine implements ThreadTime {
    private final Duration deadline;
    private final CountDownLatch looks;
    private long now;
    private long waited;
    private boolean busy = true;

    BusyMachine(Duration deadline, int looks) {
      this.deadline = deadline;
      this.looks = new CountDownLatch(looks);
    }

    synchronized void hasTime() {
      busy = false;
    }

    @Override
    public synchronized long nanoTime() {
      now += deadline.toNanos();
      waited += busy ? deadline.toNanos() : 0;
      return now;
    }

    @Override
    public LongSupplier processorWait() {
      return this::look;
    }

    private synchronized long look() {
      looks.countDown();
      return waited;
    }
  }

  @Test
  void aPluginThatTheMachineHasNoTimeForIsWaitedFor() {
    BusyMachine machine = new BusyMachine(call().deadline(), 6);
    try (PluginThreads threads = new PluginThreads(machine)) {
      assertThat(
              threads.<String>call(
                  call(),
                  () -> {
                    machine.looks.await();
                    return "ready";
                  }))
          .isEqualTo("ready");
    }
  }

  @Test
  void aPluginThatHangsOnceTheMachineHasTimeForItIsFoundOut() {
    BusyMachine machine = new BusyMachine(call().deadline(), 3);
    CountDownLatch never = new CountDownLatch(1);
    try (PluginThreads threads = new PluginThreads(machine)) {
      assertThatThrownBy(
              () ->
                  threads.call(
                      call(),
                      () -> {
                        machine.looks.await();
                        machine.hasTime();
                        never.await();
                        return "";
                      }))
          .isInstanceOf(BackplaneException.class)
          .hasMessageContaining(
              "PLUGIN_HUNG: configure slow: no answer within 5 ms, not counting ");
    }
  }

  @Test
  void theSchedulerKnowsABusyLoopFromAThreadThatGetsNoProcessor() {
    SchedulerTime scheduler = new SchedulerTime();
    LongSupplier waited = scheduler.processorWait();
    long begin = System.nanoTime();
    long before = waited.getAsLong();
    while (System.nanoTime() - begin < Duration.ofMillis(20).toNanos()) {
      Thread.onSpinWait();
    }
    // It had a processor for some of that time, or it would not have come here.
    assertThat(waited.getAsLong() - before).isBetween(0L, System.nanoTime() - begin);
  }

  @Test
  void theSchedulerIsAskedOfTheThreadThatIsInThePlugin() throws InterruptedException {
    SchedulerTime scheduler = new SchedulerTime();
    AtomicReference<LongSupplier> theirs = new AtomicReference<>();
    Thread thread = Thread.ofPlatform().start(() -> theirs.set(scheduler.processorWait()));
    thread.join();
    assertThat(theirs.get()).isNotNull().isNotSameAs(scheduler.processorWait());
    assertThat(theirs.get().getAsLong()).isNotNegative();
  }
}
