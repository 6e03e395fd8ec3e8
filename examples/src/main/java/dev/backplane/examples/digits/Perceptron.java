package dev.backplane.examples.digits;

import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxGraph;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import dev.backplane.compiler.onnx.OnnxValue;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * A network of two linear layers with a ReLU between, in real numbers. It learns by descent along
 * the gradient of the cross entropy, digit by digit. Sums are made in one order and the exponential
 * is that of {@code StrictMath}, so the same seed gives the same network on every machine.
 */
final class Perceptron {
  private static final double FIRST_RATE = 0.02;
  private static final long IR_VERSION = 8;
  private static final long OPERATORS = 13;

  private final int hidden;
  // Of the inputs first, so that pixels that are white cost nothing.
  private final double[] weights1;
  private final double[] biases1;
  private final double[] weights2;
  private final double[] biases2;

  private Perceptron(int hidden, Random random) {
    this.hidden = hidden;
    double range1 = StrictMath.sqrt(6.0 / Digit.PIXELS);
    double range2 = StrictMath.sqrt(6.0 / hidden);
    weights1 = random.doubles((long) Digit.PIXELS * hidden, -range1, range1).toArray();
    biases1 = new double[hidden];
    weights2 = random.doubles((long) hidden * Digit.CLASSES, -range2, range2).toArray();
    biases2 = new double[Digit.CLASSES];
  }

  /**
   * Trains a network.
   *
   * @param digits what it learns from
   * @param hidden how many neurons are in the hidden layer
   * @param epochs how often it sees every digit
   * @param seed for the first weights and the order of the digits
   * @param progress takes how many digits it has seen, now and then
   * @return the network
   */
  static Perceptron train(
      List<Digit> digits, int hidden, int epochs, long seed, IntConsumer progress) {
    Random random = new Random(seed);
    Perceptron network = new Perceptron(hidden, random);
    int[] order = new int[digits.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    int steps = epochs * order.length;
    for (int step = 0; step < steps; step++) {
      if (step % order.length == 0) {
        shuffle(order, random);
        progress.accept(step);
      }
      network.learn(
          digits.get(order[step % order.length]), FIRST_RATE * (1 - (double) step / steps));
    }
    progress.accept(steps);
    return network;
  }

  private static void shuffle(int[] order, Random random) {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
  }

  private void learn(Digit digit, double rate) {
    double[] activations = hidden(digit);
    double[] errors = softmax(outputs(activations));
    errors[digit.label()] -= 1;
    double[] back = new double[hidden];
    for (int h = 0; h < hidden; h++) {
      if (activations[h] > 0) {
        for (int o = 0; o < Digit.CLASSES; o++) {
          int w = h * Digit.CLASSES + o;
          back[h] += errors[o] * weights2[w];
          weights2[w] -= rate * errors[o] * activations[h];
        }
      }
    }
    for (int o = 0; o < Digit.CLASSES; o++) {
      biases2[o] -= rate * errors[o];
    }
    for (int h = 0; h < hidden; h++) {
      back[h] *= rate;
      biases1[h] -= back[h];
    }
    for (int i = 0; i < Digit.PIXELS; i++) {
      float pixel = digit.pixel(i);
      if (pixel != 0) {
        for (int h = 0, w = i * hidden; h < hidden; h++, w++) {
          weights1[w] -= pixel * back[h];
        }
      }
    }
  }

  private double[] hidden(Digit digit) {
    double[] sums = biases1.clone();
    for (int i = 0; i < Digit.PIXELS; i++) {
      float pixel = digit.pixel(i);
      if (pixel != 0) {
        for (int h = 0, w = i * hidden; h < hidden; h++, w++) {
          sums[h] += pixel * weights1[w];
        }
      }
    }
    for (int h = 0; h < hidden; h++) {
      sums[h] = Math.max(0, sums[h]);
    }
    return sums;
  }

  private double[] outputs(double[] activations) {
    double[] sums = biases2.clone();
    for (int h = 0; h < hidden; h++) {
      for (int o = 0; o < Digit.CLASSES; o++) {
        sums[o] += activations[h] * weights2[h * Digit.CLASSES + o];
      }
    }
    return sums;
  }

  private static double[] softmax(double[] sums) {
    double largest = Double.NEGATIVE_INFINITY;
    for (double sum : sums) {
      largest = Math.max(largest, sum);
    }
    double total = 0;
    for (int o = 0; o < sums.length; o++) {
      sums[o] = StrictMath.exp(sums[o] - largest);
      total += sums[o];
    }
    for (int o = 0; o < sums.length; o++) {
      sums[o] /= total;
    }
    return sums;
  }

  /** {@return how much the network takes an image for each digit} */
  double[] scores(Digit digit) {
    return outputs(hidden(digit));
  }

  /** {@return the network in the ONNX format, weights in single precision} */
  OnnxModel toOnnx() {
    List<OnnxNode> nodes =
        List.of(
            OnnxNode.of("Flatten", List.of("image"), "pixels"),
            gemm("pixels", "hidden_layer"),
            OnnxNode.of("Relu", List.of("hidden_layer"), "hidden"),
            gemm("hidden", "scores"));
    List<OnnxTensor> constants =
        List.of(
            floats("hidden_layer_weights", List.of(Digit.PIXELS, hidden), weights1),
            floats("hidden_layer_biases", List.of(hidden), biases1),
            floats("scores_weights", List.of(hidden, Digit.CLASSES), weights2),
            floats("scores_biases", List.of(Digit.CLASSES), biases2));
    OnnxValue image = OnnxValue.of("image", ElementType.FLOAT, 1, 1, Digit.SIDE, Digit.SIDE);
    OnnxValue scores = OnnxValue.of("scores", ElementType.FLOAT, 1, Digit.CLASSES);
    return new OnnxModel(
        IR_VERSION,
        "backplane-examples",
        Map.of("", OPERATORS),
        new OnnxGraph("digits", nodes, constants, List.of(image), List.of(scores)));
  }

  private static OnnxNode gemm(String input, String output) {
    return OnnxNode.of("Gemm", List.of(input, output + "_weights", output + "_biases"), output);
  }

  private static OnnxTensor floats(String name, List<Integer> extents, double[] numbers) {
    return OnnxTensor.of(name, ElementType.FLOAT, extents, numbers);
  }
}
