package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.UserClock;
import org.junit.jupiter.api.Test;

/** Clocks of an accelerator that its user sets. */
@Needs(UserClock.class)
public abstract class UserClockConformance extends Conformance {
  /** A conformance class. */
  protected UserClockConformance() {}

  private UserClock clock() {
    return rig().facet(rig().open(), UserClock.class);
  }

  @Test
  void theFrequenciesThatAreSetAreThoseThatAreTold() {
    UserClock clock = clock();
    UserClock.Frequencies before = clock.frequencies();
    assertThat(before.high()).isPositive();
    assertThat(before.low()).isPositive().isLessThanOrEqualTo(before.high());

    clock.frequencies(before);

    assertThat(clock.frequencies()).isEqualTo(before);
  }

  @Test
  void frequenciesThatNoClockHasAreRefusedAndChangeNothing() {
    UserClock clock = clock();
    UserClock.Frequencies before = clock.frequencies();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> clock.frequencies(new UserClock.Frequencies(0, 0)));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> clock.frequencies(new UserClock.Frequencies(Long.MAX_VALUE, Long.MAX_VALUE)));

    assertThat(clock.frequencies()).isEqualTo(before);
  }
}
