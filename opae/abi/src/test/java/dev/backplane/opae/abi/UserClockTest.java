package dev.backplane.opae.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserClockTest {
  private static final UserClock NOW = new UserClock(400, 200);

  /** A card of another family has as many clocks as its image, or none. */
  private record FixedClocks(List<Clock> clocks) implements Clocks {
    @Override
    public void reclock(List<Integer> megahertz) {
      throw new UnsupportedOperationException();
    }
  }

  private static ErrorCode refusal(Runnable call) {
    return catchThrowableOfType(BackplaneException.class, call::run).code();
  }

  @Test
  void twoClocksAreTheFastAndTheSlowOne() {
    List<Clock> both = NOW.clocks(OptionalInt.of(10), OptionalInt.of(600));
    assertThat(UserClock.of(new FixedClocks(both))).isEqualTo(NOW);
    assertThat(both.getLast().most()).hasValue(300);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void otherClocksAreNoUserClock(int count) {
    Clock clock = NOW.clocks(OptionalInt.empty(), OptionalInt.empty()).getFirst();
    Clocks clocks = new FixedClocks(Collections.nCopies(count, clock));
    assertThat(refusal(() -> UserClock.of(clocks))).isEqualTo(ErrorCode.NOT_SUPPORTED);
  }

  @Test
  void aFrequencyThatIsLeftOutFollowsFromTheOther() {
    assertThat(NOW.with(List.of())).isEqualTo(NOW);
    assertThat(NOW.with(List.of(0, 0))).isEqualTo(NOW);
    assertThat(NOW.with(List.of(300))).isEqualTo(new UserClock(300, 150));
    assertThat(NOW.with(List.of(0, 150))).isEqualTo(new UserClock(300, 150));
    assertThat(NOW.with(List.of(0, Integer.MAX_VALUE)).high()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void negativeFrequenciesAndAThirdOneAreRefused() {
    assertThat(refusal(() -> NOW.with(List.of(300, -1)))).isEqualTo(ErrorCode.OUT_OF_RANGE);
    assertThat(refusal(() -> NOW.with(List.of(1, 1, 1)))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }
}
