package dev.backplane.compiler.calibration;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Says how the numbers of a network become integers. {@link #accurate} has what gives the best
 * numbers; the methods that begin with {@code with} change one thing. Immutable.
 *
 * @param scales what steps of formats may be
 * @param weights what has a scale of its own
 * @param ranges how the range of a tensor is chosen
 * @param share with {@link Ranges#PERCENTILE}, which share of the numbers a range has, above 0
 * @param asymmetric whether ranges need not have 0 in their middle
 * @param biasCorrection whether biases make up for the mean error of rounded weights
 * @param equalize whether channels are scaled between two layers, so that their weights are alike
 * @param bits formats that have other widths than the graph says; the last that matches decides
 */
public record QuantizationOptions(
    Scales scales,
    Weights weights,
    Ranges ranges,
    double share,
    boolean asymmetric,
    boolean biasCorrection,
    boolean equalize,
    List<BitsOf> bits) {

  /** Steps of formats. */
  public enum Scales {
    /** Any number: results are multiplied. */
    ANY,
    /** Powers of two: results are shifted, which needs no multiplier. */
    POWER_OF_TWO
  }

  /** Scales of weights. */
  public enum Weights {
    /** One for each output of a layer. */
    PER_CHANNEL,
    /** One for each layer. */
    PER_TENSOR
  }

  /** Choices of ranges. */
  public enum Ranges {
    /** All that flowed there. */
    MIN_MAX,
    /** All but a share of the numbers at the ends. */
    PERCENTILE,
    /** What has the least squared error of rounding and saturating together. */
    LEAST_ERROR
  }

  /**
   * The widths of some nodes.
   *
   * @param nodes the name of a node, or its name in the model; {@code *} stands for any characters
   * @param activations how many bits its output has
   * @param weights how many bits its weights have
   */
  public record BitsOf(String nodes, int activations, int weights) {
    /** Checks the widths. */
    public BitsOf {
      if (Math.min(activations, weights) < 2 || Math.max(activations, weights) > 32) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "bits of " + nodes,
            activations + " and " + weights + " bits are not 2 to 32");
      }
    }

    boolean matches(String name) {
      return Pattern.matches("\\Q" + nodes.replace("*", "\\E.*\\Q") + "\\E", name);
    }
  }

  /** Checks the share and copies the list. */
  public QuantizationOptions {
    if (!(share > 0 && share <= 1)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "share",
          share + " is not a share of the numbers; it is above 0, and 1 for all of them");
    }
    bits = List.copyOf(bits);
  }

  /** {@return the options for the best numbers: any scale, by channel, and the least error} */
  public static QuantizationOptions accurate() {
    return new QuantizationOptions(
        Scales.ANY, Weights.PER_CHANNEL, Ranges.LEAST_ERROR, 1, true, true, false, List.of());
  }

  /** {@return the options for hardware that only shifts: powers of two, by layer, all numbers} */
  public static QuantizationOptions powersOfTwo() {
    return new QuantizationOptions(
        Scales.POWER_OF_TWO, Weights.PER_TENSOR, Ranges.MIN_MAX, 1, false, false, false, List.of());
  }

  /** {@return the same with other scales of weights} */
  public QuantizationOptions with(Weights other) {
    return new QuantizationOptions(
        scales, other, ranges, share, asymmetric, biasCorrection, equalize, bits);
  }

  /** {@return the same with another choice of ranges} */
  public QuantizationOptions with(Ranges other) {
    return new QuantizationOptions(
        scales, weights, other, share, asymmetric, biasCorrection, equalize, bits);
  }

  /** {@return the same with ranges that have this share of the numbers} */
  public QuantizationOptions withShare(double other) {
    return new QuantizationOptions(
        scales, weights, Ranges.PERCENTILE, other, asymmetric, biasCorrection, equalize, bits);
  }

  /** {@return the same with ranges that have 0 in their middle, or not} */
  public QuantizationOptions withAsymmetric(boolean other) {
    return new QuantizationOptions(
        scales, weights, ranges, share, other, biasCorrection, equalize, bits);
  }

  /** {@return the same with or without a correction of biases} */
  public QuantizationOptions withBiasCorrection(boolean other) {
    return new QuantizationOptions(
        scales, weights, ranges, share, asymmetric, other, equalize, bits);
  }

  /** {@return the same with or without equal channels} */
  public QuantizationOptions withEqualize(boolean other) {
    return new QuantizationOptions(
        scales, weights, ranges, share, asymmetric, biasCorrection, other, bits);
  }

  /** {@return the same with other widths of some nodes} */
  public QuantizationOptions withBits(List<BitsOf> other) {
    return new QuantizationOptions(
        scales, weights, ranges, share, asymmetric, biasCorrection, equalize, other);
  }
}
