package dev.backplane.compiler.exploration;

import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.resource.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A network in numbers of some width at some speed: how near it is to the real network, and what it
 * costs. Immutable.
 *
 * @param bits the widths of its numbers
 * @param folding the interval that its layers were folded for, in clocks
 * @param decibels the ratio of signal and noise of its output; empty if there is no noise
 * @param agreement in which share of the samples its largest output is the same one
 * @param interval the clocks from one sample to the next
 * @param hardware the hardware that it needs, estimated
 */
public record DesignPoint(
    BitWidths bits,
    long folding,
    OptionalDouble decibels,
    double agreement,
    long interval,
    Resources hardware) {
  /** The accurate ones first; of those, the ones with fewer multipliers, then with less memory. */
  static final Comparator<DesignPoint> BY_ACCURACY =
      Comparator.comparingDouble(DesignPoint::accuracy)
          .reversed()
          .thenComparing(byCost())
          .thenComparingLong(DesignPoint::interval);

  /** {@return the order by multipliers, and of as many by bits of memory} */
  static Comparator<DesignPoint> byCost() {
    return Comparator.<DesignPoint>comparingLong(point -> point.hardware.multipliers())
        .thenComparingLong(point -> point.hardware.memoryBits());
  }

  /** {@return the ratio of signal and noise of its output in decibels, infinite without noise} */
  public double accuracy() {
    return decibels.orElse(Double.POSITIVE_INFINITY);
  }

  /** {@return whether this one is worse in nothing and better in something} */
  boolean dominates(DesignPoint other) {
    boolean isWorse =
        accuracy() < other.accuracy()
            || interval > other.interval
            || hardware.multipliers() > other.hardware.multipliers()
            || hardware.memoryBits() > other.hardware.memoryBits();
    boolean isBetter =
        accuracy() > other.accuracy()
            || interval < other.interval
            || hardware.multipliers() < other.hardware.multipliers()
            || hardware.memoryBits() < other.hardware.memoryBits();
    return isBetter && !isWorse;
  }

  /**
   * Leaves out those that another one is better than.
   *
   * @param points any points
   * @return the Pareto front of accuracy, clocks, multipliers and bits of memory; the most accurate
   *     first
   */
  public static List<DesignPoint> front(List<DesignPoint> points) {
    return points.stream()
        .filter(point -> points.stream().noneMatch(other -> other.dominates(point)))
        .sorted(BY_ACCURACY)
        .toList();
  }
}
