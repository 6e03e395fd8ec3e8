package dev.backplane.xrt.card.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Time is up after so many ticks, and only then. */
final class KillClockTest {
  private static final class Patient implements KillClock.Watched {
    private boolean over;
    private long generation;
    private int expiries;
    private long expired = -1;
    private Runnable whenTold = () -> {};

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public long generation() {
      return generation;
    }

    @Override
    public void expired(long which) {
      expiries++;
      expired = which;
      whenTold.run();
    }
  }

  private final KillClock clock = new KillClock("test", false);
  private final Patient patient = new Patient();

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      clock.tick();
    }
  }

  @Test
  void reportsAnUnfinishedEntryOnceAtTheTenthTick() {
    clock.watch(patient, KillClock.KILL_TICKS);
    tick(9);
    assertThat(patient.expiries).isZero();
    tick(20);
    assertThat(patient.expiries).isEqualTo(1);
  }

  @Test
  void doesNotReportAFinishedEntry() {
    clock.watch(patient, 3);
    tick(2);
    patient.over = true;
    tick(20);
    assertThat(patient.expiries).isZero();
  }

  @Test
  void anEntryThatIsWatchedAlreadyKeepsItsTime() {
    clock.watch(patient, 3);
    tick(2);
    clock.watch(patient, 3);
    tick(1);
    assertThat(patient.expiries).isEqualTo(1);
  }

  @Test
  void theTimeOfAnotherExecutionBeginsAnew() {
    for (int i = 0; i < 10; i++) {
      clock.watch(patient, 3);
      tick(2);
      patient.generation++;
    }
    assertThat(patient.expiries).isZero();
    clock.watch(patient, 3);
    tick(3);
    assertThat(patient.expiries).isEqualTo(1);
  }

  @Test
  void anotherExecutionHasTheLimitThatItWasGivenOrNone() {
    clock.watch(patient, 3);
    patient.generation++;
    clock.watch(patient, 10);
    tick(9);
    assertThat(patient.expiries).isZero();
    patient.generation++;
    tick(20);
    assertThat(patient.expiries).isZero();
  }

  @Test
  void whoseTimeWasUpIsSaidThoughAnotherTimeHasBegun() {
    Patient first = new Patient();
    first.whenTold = () -> patient.generation++;
    patient.whenTold = () -> first.generation++;
    clock.watch(first, 3);
    clock.watch(patient, 3);
    tick(3);
    assertThat(first.expired).isZero();
    assertThat(patient.expired).isZero();
  }

  @Test
  void anExceptionOfOneEntryDoesNotReachTheOthers() {
    Patient other = new Patient();
    for (Patient each : new Patient[] {patient, other}) {
      each.whenTold =
          () -> {
            throw new AssertionError("thrown on purpose");
          };
      clock.watch(each, 1);
    }
    tick(1);
    assertThat(patient.expiries + other.expiries).isEqualTo(2);
  }

  @Test
  void theThreadOutlivesWhatItCalls() throws InterruptedException {
    KillClock real = new KillClock("real", true);
    CountDownLatch told = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      Patient each = new Patient();
      each.whenTold =
          () -> {
            told.countDown();
            throw new IllegalStateException("thrown on purpose");
          };
      real.watch(each, 1 + i);
    }
    assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
