package dev.backplane.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.RunReport;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void sizesAreInTheLargestUnitThatIsExact() {
    assertThat(Figures.bytes(4L << 30)).isEqualTo("4 GiB");
    assertThat(Figures.bytes(1536)).isEqualTo("1 536 bytes");
    assertThat(Figures.bytes(0)).isEqualTo("0 bytes");
  }

  @Test
  void aRunTellsItsCyclesAndSpeed() {
    assertThat(Figures.of(new RunReport(3_000_000, Duration.ofSeconds(2)), Duration.ZERO))
        .isEqualTo("3 000 000 cycles in 2.00 s, 1.50 Mcycles/s");
  }

  @Test
  void aDeviceThatCountsNoCyclesTellsTheTime() {
    assertThat(Figures.of(new RunReport(-1, Duration.ZERO), Duration.ofMillis(3)))
        .isEqualTo("done in 3.0 ms");
  }
}
