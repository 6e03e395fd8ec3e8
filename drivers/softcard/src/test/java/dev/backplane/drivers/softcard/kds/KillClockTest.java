package dev.backplane.drivers.softcard.kds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Time is up after so many ticks, and only then. */
final class KillClockTest {
  private static final class Patient implements KillClock.Watched {
    private boolean over;
    private long generation;
    private int expiries;

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public long generation() {
      return generation;
    }

    @Override
    public void expired() {
      expiries++;
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
  void whatDoesNotEndIsToldAtTheTenthTickOnce() {
    clock.watch(patient, KillClock.KILL_TICKS);
    tick(9);
    assertThat(patient.expiries).isZero();
    tick(20);
    assertThat(patient.expiries).isEqualTo(1);
  }

  @Test
  void whatIsOverIsNotTold() {
    clock.watch(patient, 3);
    tick(2);
    patient.over = true;
    tick(20);
    assertThat(patient.expiries).isZero();
  }

  @Test
  void whatIsWatchedAlreadyKeepsItsTime() {
    clock.watch(patient, 3);
    tick(2);
    clock.watch(patient, 3);
    tick(1);
    assertThat(patient.expiries).isEqualTo(1);
  }

  @Test
  void theTimeOfAnotherExecutionBeginsAnew() {
    clock.watch(patient, 3);
    for (int i = 0; i < 10; i++) {
      tick(2);
      patient.generation++;
    }
    assertThat(patient.expiries).isZero();
    tick(3);
    assertThat(patient.expiries).isEqualTo(1);
  }
}
