package dev.backplane.compiler.calibration;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.RealTensor;

/**
 * Counts numbers by the format with most bits behind the point that has them. As steps of formats
 * are powers of two, nothing else needs to be known of the numbers.
 */
final class FractionCount {
  private static final int FRACTIONS = 49;

  private final int width;
  private final long[] counts = new long[FRACTIONS];
  private long numbers;

  FractionCount(int width) {
    this.width = width;
  }

  void add(RealTensor tensor) {
    for (int i = 0; i < tensor.size(); i++) {
      double number = tensor.get(i);
      if (number != 0) {
        counts[FixedPoint.holding(width, number).fraction()]++;
        numbers++;
      }
    }
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
    long beyond = (long) Math.floor(numbers * (1 - share));
    int fraction = 0;
    long passed = counts[0];
    while (passed <= beyond && fraction < FRACTIONS - 1) {
      fraction++;
      passed += counts[fraction];
    }
    return new FixedPoint(width, fraction);
  }
}
