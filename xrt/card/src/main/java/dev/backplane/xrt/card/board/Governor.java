package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.Board.Throttle;
import dev.backplane.xrt.card.board.PowerModel.Power;
import java.util.Locale;

/**
 * Slows clocks down so that power and temperature keep their limits. It has no memory: the factor
 * follows from the power and the temperature of the moment. Not safe for use by several threads.
 */
final class Governor {
  /** The smallest factor of the clocks, which never stand still. */
  private static final double LEAST = 0.1;

  /** The decrease of the clocks' factor for each kelvin above the limit. */
  private static final double PER_KELVIN = 0.1;

  private boolean enabled;
  private double watts;
  private double celsius;
  private double factor = 1;
  private String reason = "";

  Governor(BoardConfig config) {
    enabled = config.throttling();
    watts = config.watts();
    celsius = config.celsius();
  }

  void set(Throttle settings) {
    if (!(settings.watts() > 0 && settings.watts() <= 1000)
        || !(settings.celsius() > 0 && settings.celsius() <= 150)) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "limits of %s W and %s C cannot be kept"
                  .formatted(settings.watts(), settings.celsius()))
          .remedy("Use up to 1000 W and up to 150 C, each more than 0")
          .build();
    }
    enabled = settings.enabled();
    watts = settings.watts();
    celsius = settings.celsius();
    if (!enabled) {
      release();
    }
  }

  /** Looks at what the card draws at the present factor. */
  void look(Power power, double fpga) {
    if (!enabled) {
      release();
      return;
    }
    double atFull = power.units() / factor;
    double rest = power.total() - power.units();
    double byPower = atFull <= 0 ? 1 : (watts - rest) / atFull;
    double byHeat = 1 - PER_KELVIN * (fpga - celsius);
    factor = Math.clamp(Math.min(byPower, byHeat), LEAST, 1);
    reason =
        factor >= 1
            ? ""
            : byPower < byHeat
                ? text("power limit of %.1f W", watts)
                : text("temperature limit of %.1f C", celsius);
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private void release() {
    factor = 1;
    reason = "";
  }

  double factor() {
    return factor;
  }

  double watts() {
    return watts;
  }

  double celsius() {
    return celsius;
  }

  Throttle state() {
    return new Throttle(enabled, watts, celsius, factor, reason);
  }
}
