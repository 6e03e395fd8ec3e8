package dev.backplane.compiler.calibration;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.RealTensor;

/**
 * Counts numbers by the format with most bits behind the point that has them. As steps of formats
 * are powers of two, nothing else needs to be known of the numbers.
 */
final class FractionCount {
  private static final int FRACTIONS = FixedPoint.MAX_FRACTION - FixedPoint.MIN_FRACTION + 1;

  private final int width;
  private final FixedPoint largest;
  private final long[] counts = new long[FRACTIONS];
  private long beyondAll;
  private long numbers;

  FractionCount(int width) {
    this.width = width;
    this.largest = new FixedPoint(width, FixedPoint.MIN_FRACTION);
  }

  void add(RealTensor tensor) {
    for (int i = 0; i < tensor.size(); i++) {
      double number = tensor.get(i);
      if (number != 0) {
        numbers++;
        if (largest.holds(number)) {
          counts[index(FixedPoint.holding(width, number))]++;
        } else {
          beyondAll++;
        }
      }
    }
  }

  private static int index(FixedPoint format) {
    return format.fraction() - FixedPoint.MIN_FRACTION;
  }

  /** {@return how many numbers other than 0 there were} */
  long numbers() {
    return numbers;
  }

  /** {@return how many numbers a format saturates} */
  long beyond(FixedPoint format) {
    long beyond = beyondAll;
    for (int i = 0; i < index(format); i++) {
      beyond += counts[i];
    }
    return beyond;
  }

  /**
   * Chooses a format.
   *
   * @param share which share of the numbers other than 0 it must have, 1 for all of them
   * @return the format with most bits behind the point; where all numbers are 0, that of 1
   */
  FixedPoint format(double share) {
    if (numbers == 0) {
      return FixedPoint.holding(width, 1);
    }
    long most = (long) Math.floor(numbers * (1 - share));
    int fraction = FixedPoint.MAX_FRACTION;
    while (fraction > FixedPoint.MIN_FRACTION && beyond(new FixedPoint(width, fraction)) > most) {
      fraction--;
    }
    return new FixedPoint(width, fraction);
  }
}
