package dev.backplane.xrt.card.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of phases: every pair, written out. */
final class PhaseTest {
  /** Rows are where a run stands, columns where it would go, both in the order of the enum. */
  private static final List<String> TABLE =
      List.of(
          // NEW QUEUED RUNNING COMPLETED FAILED ABORTED TIMED_OUT
          ". x . . . . .", // NEW
          ". . x . x x x", // QUEUED
          ". . . x x x x", // RUNNING
          ". x . . . . .", // COMPLETED
          ". x . . . . .", // FAILED
          ". x . . . . .", // ABORTED
          ". x . . . . ."); // TIMED_OUT

  @Test
  void everyPairIsAsTheTableSays() {
    for (Phase from : Phase.values()) {
      String row = TABLE.get(from.number()).replace(" ", "");
      for (Phase to : Phase.values()) {
        assertThat(from.mayBecome(to))
            .as("%s to %s", from, to)
            .isEqualTo(row.charAt(to.number()) == 'x');
      }
    }
  }

  @Test
  void numbersAreThoseOfTheOrder() {
    assertThat(Phase.values())
        .allSatisfy(phase -> assertThat(Phase.of(phase.number())).isEqualTo(phase));
  }

  @Test
  void aPhaseIsIdleWhenItsStateIsFinalOrNothingHasBegun() {
    assertThat(Phase.values())
        .allSatisfy(
            phase ->
                assertThat(phase.isIdle())
                    .isEqualTo(phase.state().isFinal() || phase.state() == RunState.NEW));
  }
}
