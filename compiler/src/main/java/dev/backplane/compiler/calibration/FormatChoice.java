package dev.backplane.compiler.calibration;

import dev.backplane.compiler.calibration.QuantizationOptions.Ranges;
import dev.backplane.compiler.calibration.QuantizationOptions.Scales;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import java.util.Arrays;

/** Chooses formats for numbers that were seen. */
final class FormatChoice {
  private static final int FINER = 5;
  private static final int STEPS = 64;
  private static final int ROUNDS = 2;

  /**
   * {@return how much an error of saturation counts} Other numbers than the samples go further
   * beyond; the finer the steps, the larger such an error is beside those of rounding.
   */
  private static double beyond(int width) {
    return Math.max(1, width * width / 16.0);
  }

  /** A finer step than this is none that a format has. */
  private static final double LEAST_STEP = 0x1p-47;

  private final QuantizationOptions options;

  FormatChoice(QuantizationOptions options) {
    this.options = options;
  }

  /** The format for numbers, which may have any scale and zero that the options allow. */
  FixedPoint of(int width, SeenNumbers seen) {
    if (options.scales() == Scales.POWER_OF_TWO || width > Rescaling.LARGEST_WIDTH) {
      return plain(width, seen);
    }
    if (seen.largest() == 0) {
      return FixedPoint.holding(width, 1);
    }
    double low = seen.low();
    double high = seen.high();
    if (options.ranges() == Ranges.PERCENTILE) {
      double[] sorted = seen.kept();
      Arrays.sort(sorted);
      int beyond = (int) ((1 - options.share()) / 2 * sorted.length);
      low = Math.min(0, beyond == 0 ? low : sorted[beyond]);
      high = Math.max(0, beyond == 0 ? high : sorted[sorted.length - 1 - beyond]);
    }
    return options.ranges() == Ranges.LEAST_ERROR
        ? leastError(width, low, high, seen.kept())
        : ranged(width, low, high);
  }

  /** The plain format for numbers. */
  FixedPoint plain(int width, SeenNumbers seen) {
    if (seen.largest() == 0) {
      return FixedPoint.holding(width, 1);
    }
    FixedPoint all = FixedPoint.holding(width, seen.largest());
    double[] numbers = seen.kept();
    FixedPoint best = all;
    double least = error(all, numbers);
    for (int finer = 1; finer < FINER; finer++) {
      int fraction = all.fraction() + finer;
      if (fraction > FixedPoint.MAX_FRACTION) {
        break;
      }
      FixedPoint format = new FixedPoint(width, fraction);
      switch (options.ranges()) {
        case MIN_MAX -> {
          return all;
        }
        case PERCENTILE -> {
          long beyond = Arrays.stream(numbers).filter(number -> !format.holds(number)).count();
          best = beyond <= numbers.length * (1 - options.share()) ? format : best;
        }
        case LEAST_ERROR -> {
          double error = error(format, numbers);
          best = error < least ? format : best;
          least = Math.min(error, least);
        }
      }
    }
    return best;
  }

  private FixedPoint ranged(int width, double low, double high) {
    if (!options.asymmetric()) {
      double largest = Math.max(-low, high);
      double step = largest / ((1L << (width - 1)) - 1);
      return FixedPoint.ofStep(width, Math.max(step, LEAST_STEP), 0);
    }
    double step = Math.max((high - low) / ((1L << width) - 1), LEAST_STEP);
    long least = -1L << (width - 1);
    long zero = Math.clamp((long) Math.rint(least - low / step), least, -least - 1);
    return FixedPoint.ofStep(width, step, zero);
  }

  /** Both ends of the range go towards 0 in small steps, one after the other. */
  private FixedPoint leastError(int width, double low, double high, double[] numbers) {
    double bestLow = low;
    double bestHigh = high;
    FixedPoint best = ranged(width, low, high);
    double least = error(best, numbers);
    for (int round = 0; round < ROUNDS; round++) {
      double fixedLow = bestLow;
      double fixedHigh = bestHigh;
      for (int side = 0; side < 2; side++) {
        for (int i = 1; i < STEPS; i++) {
          double shorter = 1 - (double) i / STEPS;
          double tryLow = side == 0 || !options.asymmetric() ? low * shorter : fixedLow;
          double tryHigh = side == 1 || !options.asymmetric() ? high * shorter : fixedHigh;
          if (tryHigh <= tryLow) {
            continue;
          }
          FixedPoint format = ranged(width, tryLow, tryHigh);
          double error = error(format, numbers);
          if (error < least) {
            least = error;
            best = format;
            bestLow = tryLow;
            bestHigh = tryHigh;
          }
        }
        fixedLow = bestLow;
        fixedHigh = bestHigh;
      }
    }
    return best;
  }

  private static double error(FixedPoint format, double[] numbers) {
    double step = format.step();
    double low = (format.min() - format.zero()) * step;
    double high = (format.max() - format.zero()) * step;
    double beyond = beyond(format.width());
    double sum = 0;
    for (double number : numbers) {
      double near = Math.clamp(Math.rint(number / step) * step, low, high);
      boolean isBeyond = number < low || number > high;
      sum += (number - near) * (number - near) * (isBeyond ? beyond : 1);
    }
    return sum;
  }
}
