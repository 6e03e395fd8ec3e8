package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.harness.ClockSchedule.Rate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ClockScheduleTest {
  private static List<Long> steps(int count, Rate... rates) {
    ClockSchedule schedule = new ClockSchedule(List.of(rates));
    return LongStream.range(0, count).map(_ -> schedule.advance()).boxed().toList();
  }

  private static Rate rising(long megahertz) {
    return new Rate(megahertz * 1000, false);
  }

  @Test
  void threeEdgesOfOneClockForFiveOfAnother() {
    // 0, 1/5, 1/3, 2/5, 3/5, 2/3, 4/5 of the hyperperiod.
    assertThat(steps(9, rising(300), rising(500)))
        .containsExactly(3L, 2L, 1L, 2L, 2L, 1L, 2L, 3L, 2L);
  }

  @Test
  void aFallingEdgeIsHalfAPeriodLater() {
    assertThat(steps(6, rising(100), new Rate(100_000, true)))
        .containsExactly(1L, 2L, 1L, 2L, 1L, 2L);
    // The falling edges of the slow clock that coincide with rising edges of the fast one.
    assertThat(steps(5, rising(200), new Rate(100_000, true))).containsExactly(1L, 3L, 1L, 3L, 1L);
  }

  @Test
  void awkwardRatiosNeverDrift() {
    ClockSchedule schedule =
        new ClockSchedule(List.of(Rate.of(new BigDecimal("333.333"), false), rising(2000)));
    long[] edges = new long[2];
    List<Long> together = new ArrayList<>();
    for (int i = 0; i < 3_000_000; i++) {
      long step = schedule.advance();
      edges[0] += step & 1;
      edges[1] += step >>> 1;
      if (step == 3) {
        together.add(edges[0]);
      }
    }
    // 333 333 and 2 000 000 kHz have no common divisor.
    assertThat(together).containsExactly(1L, 333_334L);
    assertThat(edges[0]).isEqualTo((edges[1] * 333_333 + 1_999_999) / 2_000_000);
  }

  @Test
  void moreClocksThanAWordHasBitsAreRefused() {
    List<Rate> rates = LongStream.rangeClosed(1, 65).mapToObj(ClockScheduleTest::rising).toList();
    assertThatThrownBy(() -> new ClockSchedule(rates)).hasMessageContaining("65 different clocks");
  }
}
