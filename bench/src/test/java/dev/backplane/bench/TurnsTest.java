package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  @Test
  void theMedianIsThatOfTheTurnsHoweverTheyCame() {
    assertThat(Turns.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2.0);
    assertThat(Turns.least(List.of(9.0, 1.0, 2.0))).isEqualTo(1.0);
  }

  @Test
  void noiseIsTakenFromWhatIsWholeAndFromNothingElse() {
    assertThat(Turns.whole(0.004)).isZero();
    assertThat(Turns.whole(16.002)).isEqualTo(16);
    assertThat(Turns.whole(0.4)).isEqualTo(0.4);
  }
}
