package dev.backplane.compiler.calibration;

import dev.backplane.compiler.calibration.QuantizationOptions.Ranges;
import dev.backplane.compiler.calibration.QuantizationOptions.Scales;
import dev.backplane.compiler.calibration.QuantizationOptions.Weights;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.Set;

/**
 * Chooses the scales of a layer's real weights, and corrects its bias.
 *
 * @param node the layer
 * @param weights its weights
 * @param moments the means of what it reads
 */
record LayerWeights(Node node, RealTensor weights, InputMoments moments) {
  private static final Set<String> TYPES =
      Set.of("linear", "conv1d", "conv2d", "batch_normalization");

  /** Scales of channels are no further from the largest than this: multipliers have 16 bits. */
  private static final double LEAST_SHARE = 1.0 / 1024;

  private static final double LEAST_WEIGHT = 1e-12;
  private static final int STEPS = 40;
  private static final double STEP = 0.015;

  /** {@return whether a node has real weights of this kind} */
  static boolean areOf(Node node) {
    return TYPES.contains(node.type())
        && node.attributes().values().get("weights") instanceof RealTensor;
  }

  /** {@return how many means a layer needs: one for each channel of its input, or each element} */
  static int inputs(Node node, Shape input) {
    return node.type().equals("linear") ? input.size() : input.extents().getLast();
  }

  private int outputs() {
    return weights.shape().extents().getFirst();
  }

  /** {@return which mean belongs to a weight} */
  private int mean(int weight) {
    if (node.type().equals("batch_normalization")) {
      return weight;
    }
    int each = weights.size() / outputs();
    if (node.type().equals("linear")) {
      return weight % each;
    }
    int channels = weights.shape().extents().getLast();
    int groups = node.attributes().has("groups") ? node.attributes().integer("groups") : 1;
    int group = weight / each / (outputs() / groups);
    return group * channels + weight % channels;
  }

  /**
   * Chooses scales.
   *
   * @param options how
   * @param input the format of what the layer reads
   * @param output the format of what it gives
   * @return the attributes of the layer with scales, and with a bias that makes up for them
   */
  Attributes quantized(QuantizationOptions options, FixedPoint input, FixedPoint output) {
    Attributes attributes = node.attributes();
    int width = attributes.integer("weight_width");
    double[] steps = steps(options, width);
    if (options.scales() == Scales.ANY && !isShifted(steps, input, output)) {
      steps = exactlyMultiplied(steps, input, output);
    }
    int fraction = -Math.getExponent(Arrays.stream(steps).max().orElseThrow());
    double[] scales = new double[steps.length];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = Math.scalb(steps[i], fraction);
    }
    attributes =
        attributes
            .with("weight_fraction", fraction)
            .with("weight_scales", RealTensor.of(Shape.of(scales.length), scales));
    return options.biasCorrection() ? corrected(attributes, steps, width) : attributes;
  }

  private static boolean isShifted(double[] steps, FixedPoint input, FixedPoint output) {
    return steps.length == 1 && output.zero() == 0 && steps[0] * input.step() == output.step();
  }

  /** The steps for which multipliers are no rounded numbers: those next to the given ones. */
  private static double[] exactlyMultiplied(double[] steps, FixedPoint input, FixedPoint output) {
    if (output.width() > Rescaling.LARGEST_WIDTH) {
      return steps;
    }
    double unit = output.step() / input.step();
    Rescaling rescaling =
        Rescaling.of(output, 2, Arrays.stream(steps).map(step -> step / unit).toArray());
    double[] exact = new double[steps.length];
    for (int i = 0; i < exact.length; i++) {
      exact[i] =
          Math.scalb((double) Math.max(1, rescaling.multiplier(i)), -rescaling.shift()) * unit;
    }
    return exact;
  }

  private double[] steps(QuantizationOptions options, int width) {
    boolean perChannel = options.weights() == Weights.PER_CHANNEL;
    int count = perChannel ? outputs() : 1;
    int each = weights.size() / count;
    double[] steps = new double[count];
    for (int i = 0; i < count; i++) {
      steps[i] = step(options, width, i * each, (i + 1) * each);
    }
    double largest = Arrays.stream(steps).max().orElseThrow();
    for (int i = 0; i < count; i++) {
      steps[i] = Math.max(steps[i], largest * LEAST_SHARE);
    }
    return steps;
  }

  private double step(QuantizationOptions options, int width, int from, int to) {
    double largest = LEAST_WEIGHT;
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, Math.abs(weights.get(i)));
    }
    if (options.scales() == Scales.POWER_OF_TWO) {
      return FixedPoint.holding(width, largest).step();
    }
    double all = largest / ((1L << (width - 1)) - 1);
    if (options.ranges() != Ranges.LEAST_ERROR) {
      return all;
    }
    double best = all;
    double least = error(all, width, from, to);
    for (int i = 1; i < STEPS; i++) {
      double step = all * (1 - i * STEP);
      double error = error(step, width, from, to);
      if (error < least) {
        least = error;
        best = step;
      }
    }
    return best;
  }

  /**
   * The mean squared error of the sums of these weights, if inputs had nothing to do with others.
   */
  private double error(double step, int width, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      double difference = weights.get(i) - rounded(weights.get(i), step, width);
      sum += difference * difference * (moments.square(mean(i)) + LEAST_WEIGHT);
    }
    return sum;
  }

  private static double rounded(double weight, double step, int width) {
    double limit = 1L << (width - 1);
    return Math.clamp(Math.rint(weight / step), -limit, limit - 1) * step;
  }

  private Attributes corrected(Attributes attributes, double[] steps, int width) {
    double[] bias =
        attributes
            .find("bias", RealTensor.class)
            .map(RealTensor::toArray)
            .orElseGet(() -> new double[outputs()]);
    int each = weights.size() / outputs();
    for (int i = 0; i < weights.size(); i++) {
      int output = i / each;
      double error = rounded(weights.get(i), steps[output % steps.length], width) - weights.get(i);
      bias[output] -= error * moments.mean(mean(i));
    }
    return attributes.with("bias", RealTensor.of(Shape.of(outputs()), bias));
  }
}
