package dev.backplane.bench;

import java.util.Collection;

/** Summarises several turns of one measurement. */
final class Turns {
  /** Less than this of a byte per operation is what the profiler itself allocates. */
  private static final double NOISE = 0.01;

  private Turns() {}

  static double median(Collection<Double> turns) {
    double[] sorted = turns.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  static double least(Collection<Double> turns) {
    return turns.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  /** A figure that is a whole number but for noise. */
  static double whole(double value) {
    return Math.abs(value - Math.rint(value)) < NOISE ? Math.rint(value) : value;
  }
}
