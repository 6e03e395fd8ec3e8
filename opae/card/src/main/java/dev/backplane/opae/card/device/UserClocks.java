package dev.backplane.opae.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.opae.abi.UserClock;
import java.util.List;
import java.util.OptionalInt;

/**
 * The user clock of an accelerator, which is kept and told: nothing is paced by it. Thread-safe.
 */
public final class UserClocks implements Clocks {
  private static final int LEAST = 10;
  private static final int MOST = 600;
  private static final UserClock USUAL = new UserClock(312, 156);

  private volatile UserClock now = USUAL;

  /** The clocks at power-up. */
  public UserClocks() {}

  /** {@return both frequencies} */
  public UserClock frequencies() {
    return now;
  }

  @Override
  public List<Clock> clocks() {
    return now.clocks(OptionalInt.of(LEAST), OptionalInt.of(MOST));
  }

  @Override
  public synchronized void reclock(List<Integer> megahertz) {
    set(now.with(megahertz));
  }

  /** Sets both frequencies. */
  public void set(UserClock wanted) {
    check(wanted);
    now = new UserClock(wanted.high(), wanted.high() / 2);
  }

  /** Refuses frequencies that cannot be set. */
  public static void check(UserClock wanted) {
    if (wanted.high() < LEAST
        || wanted.high() > MOST
        || wanted.low() < 0
        || wanted.low() > wanted.high()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "the user clock cannot be %d and %d MHz".formatted(wanted.high(), wanted.low()))
          .during("set the user clock")
          .remedy(
              "Use %d to %d MHz for the fast one; the slow one has half of that"
                  .formatted(LEAST, MOST))
          .build();
    }
  }
}
