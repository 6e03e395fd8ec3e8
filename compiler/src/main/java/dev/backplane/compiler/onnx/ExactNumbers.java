package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import java.util.Arrays;
import java.util.Optional;

/** Finds formats that have numbers exactly. */
final class ExactNumbers {
  private static final int MOST_BITS = 48;
  private static final int WIDEST = 32;

  private ExactNumbers() {}

  /** {@return the narrowest format that has all these numbers exactly, if there is one} */
  static Optional<FixedPoint> format(double... numbers) {
    int fraction = 0;
    for (double number : numbers) {
      while (fraction <= MOST_BITS && !isWhole(number, fraction)) {
        fraction++;
      }
    }
    // Large numbers are multiples of a larger step.
    double largest = Arrays.stream(numbers).map(Math::abs).max().orElse(0);
    while (fraction <= 0
        && fraction > -WIDEST
        && Math.scalb(largest, fraction) > Integer.MAX_VALUE
        && areWhole(fraction - 1, numbers)) {
      fraction--;
    }
    long low = 0;
    long high = 0;
    for (double number : numbers) {
      double scaled = Math.scalb(number, fraction);
      if (fraction > MOST_BITS || Math.abs(scaled) > Integer.MAX_VALUE) {
        return Optional.empty();
      }
      low = Math.min(low, (long) scaled);
      high = Math.max(high, (long) scaled);
    }
    int width = Long.SIZE - Long.numberOfLeadingZeros(Math.max(high, ~low)) + 1;
    return width > WIDEST
        ? Optional.empty()
        : Optional.of(new FixedPoint(Math.max(2, width), fraction));
  }

  private static boolean areWhole(int fraction, double... numbers) {
    return Arrays.stream(numbers).allMatch(number -> isWhole(number, fraction));
  }

  /** {@return whether a number has no more bits behind the point} */
  static boolean isWhole(double number, int fraction) {
    double scaled = Math.scalb(number, fraction);
    return scaled == Math.rint(scaled);
  }
}
