package dev.backplane.drivers.opaecard.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.UserClock;

/** The clocks that an accelerator's user sets. They are kept and told: nothing is paced by them. */
public final class UserClocks implements UserClock {
  private static final long LEAST = 10;
  private static final long MOST = 600;
  private static final Frequencies USUAL = new Frequencies(312, 156);

  private volatile Frequencies frequencies = USUAL;

  /** The clocks at power-up. */
  public UserClocks() {}

  @Override
  public Frequencies frequencies() {
    return frequencies;
  }

  @Override
  public void frequencies(Frequencies wanted) {
    check(wanted);
    frequencies = new Frequencies(wanted.high(), wanted.high() / 2);
  }

  /** Refuses frequencies that cannot be set. */
  public static void check(UserClock.Frequencies wanted) {
    if (wanted.high() < LEAST
        || wanted.high() > MOST
        || wanted.low() < 0
        || wanted.low() > wanted.high()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the user clock cannot be %d and %d MHz".formatted(wanted.high(), wanted.low()))
          .during("set the user clock")
          .remedy(
              "Use %d to %d MHz for the fast one; the slow one has half of that"
                  .formatted(LEAST, MOST))
          .build();
    }
  }
}
