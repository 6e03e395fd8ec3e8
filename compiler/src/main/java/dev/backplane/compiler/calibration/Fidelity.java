package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.RealTensor;
import java.util.OptionalDouble;

/**
 * How near rounded tensors are to real ones: signal and noise, summed over samples, and how often
 * the largest number is at the same place. For use by one thread while it grows.
 */
public final class Fidelity {
  private double signal;
  private double noise;
  private long same;
  private long samples;

  /** Nothing compared yet. */
  public Fidelity() {}

  /**
   * Compares one tensor.
   *
   * @param real the real numbers
   * @param rounded what they have become
   */
  public void add(RealTensor real, RealTensor rounded) {
    for (int i = 0; i < real.size(); i++) {
      double error = real.get(i) - rounded.get(i);
      signal += real.get(i) * real.get(i);
      noise += error * error;
    }
    same += largest(real) == largest(rounded) ? 1 : 0;
    samples++;
  }

  private static int largest(RealTensor tensor) {
    int largest = 0;
    for (int i = 1; i < tensor.size(); i++) {
      largest = tensor.get(i) > tensor.get(largest) ? i : largest;
    }
    return largest;
  }

  /**
   * {@return the ratio of signal and noise in decibels; empty if there is no noise or no signal}
   */
  public OptionalDouble decibels() {
    return noise == 0 || signal == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(10 * Math.log10(signal / noise));
  }

  /** {@return in which share of the samples the largest number is at the same place} */
  public double agreement() {
    return samples == 0 ? 1 : (double) same / samples;
  }
}
