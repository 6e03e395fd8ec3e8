package dev.backplane.opae.abi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import java.util.List;
import java.util.OptionalInt;

/**
 * The two frequencies of an accelerator's user clock, which {@code fpgaSetUserClock} sets together.
 * The slow one has half of the fast one.
 *
 * @param high MHz of the fast clock
 * @param low MHz of the slow clock
 */
public record UserClock(int high, int low) {
  /**
   * Reads the user clock of an accelerator.
   *
   * @param clocks the clocks of a device
   * @return both frequencies
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if the device has other clocks than
   *     a fast and a slow one
   */
  public static UserClock of(Clocks clocks) {
    List<Clock> both = clocks.clocks();
    if (both.size() != 2) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the device has %d clocks, and a user clock has two".formatted(both.size()))
          .build();
    }
    return new UserClock(both.getFirst().requested(), both.getLast().requested());
  }

  /**
   * {@return both clocks}
   *
   * @param least the least MHz of the fast clock, where that is known
   * @param most the most MHz of the fast clock, where that is known
   */
  public List<Clock> clocks(OptionalInt least, OptionalInt most) {
    return List.of(
        clock("user_high", high, least, most), clock("user_low", low, half(least), half(most)));
  }

  private static Clock clock(String name, int megahertz, OptionalInt least, OptionalInt most) {
    return new Clock(name, "accelerator", OptionalInt.empty(), megahertz, megahertz, least, most);
  }

  private static OptionalInt half(OptionalInt megahertz) {
    return megahertz.isPresent() ? OptionalInt.of(megahertz.getAsInt() / 2) : megahertz;
  }

  /**
   * {@return the frequencies that a holder asks for} Where one is 0 or missing, it follows from the
   * other.
   *
   * @param megahertz none, one or two frequencies, the fast one first
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for more than two; {@link
   *     ErrorCode#OUT_OF_RANGE} for negative ones
   */
  public UserClock with(List<Integer> megahertz) {
    if (megahertz.size() > 2) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d frequencies for the fast and the slow user clock".formatted(megahertz.size()))
          .build();
    }
    for (int each : megahertz) {
      if (each < 0) {
        throw BackplaneException.because(
                ErrorCode.OUT_OF_RANGE, "the user clock cannot be %d MHz".formatted(each))
            .build();
      }
    }
    int fast = megahertz.isEmpty() ? 0 : megahertz.getFirst();
    int slow = megahertz.size() < 2 ? 0 : megahertz.getLast();
    if (fast == 0 && slow == 0) {
      return this;
    }
    return new UserClock(
        fast == 0 ? (int) Math.min(2L * slow, Integer.MAX_VALUE) : fast,
        slow == 0 ? fast / 2 : slow);
  }
}
