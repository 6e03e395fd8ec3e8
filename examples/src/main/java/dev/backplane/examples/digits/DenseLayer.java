package dev.backplane.examples.digits;

import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import java.util.List;
import java.util.Random;

/**
 * Sums of all inputs times weights, and how they learn. Weights lie input by input, so inputs that
 * are 0 cost nothing.
 */
final class DenseLayer {
  private final int inputs;
  private final int outputs;
  private final double[] weights;
  private final double[] biases;

  DenseLayer(int inputs, int outputs, Random random) {
    this.inputs = inputs;
    this.outputs = outputs;
    double range = StrictMath.sqrt(6.0 / inputs);
    weights = random.doubles((long) inputs * outputs, -range, range).toArray();
    biases = new double[outputs];
  }

  private DenseLayer(int inputs, int outputs, double[] weights, double[] biases) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.weights = weights;
    this.biases = biases;
  }

  int outputs() {
    return outputs;
  }

  /** Makes negative numbers 0, in place. */
  static double[] relu(double[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.max(0, numbers[i]);
    }
    return numbers;
  }

  double[] forward(double[] input) {
    double[] sums = biases.clone();
    for (int i = 0; i < inputs; i++) {
      double value = input[i];
      if (value != 0) {
        for (int o = 0, w = i * outputs; o < outputs; o++, w++) {
          sums[o] += value * weights[w];
        }
      }
    }
    return sums;
  }

  /** The gradient at the inputs that are not 0; others, behind a ReLU, have none. */
  double[] backward(double[] input, double[] errors) {
    double[] back = new double[inputs];
    for (int i = 0; i < inputs; i++) {
      if (input[i] != 0) {
        double sum = 0;
        for (int o = 0, w = i * outputs; o < outputs; o++, w++) {
          sum += errors[o] * weights[w];
        }
        back[i] = sum;
      }
    }
    return back;
  }

  void descend(double[] input, double[] errors, double rate) {
    for (int o = 0; o < outputs; o++) {
      biases[o] -= rate * errors[o];
    }
    for (int i = 0; i < inputs; i++) {
      double step = rate * input[i];
      if (step != 0) {
        for (int o = 0, w = i * outputs; o < outputs; o++, w++) {
          weights[w] -= step * errors[o];
        }
      }
    }
  }

  /**
   * The same layer for inputs that come channel by channel, as ONNX has images, where this one
   * takes all channels of a place side by side.
   */
  DenseLayer ofChannels(int channels) {
    double[] reordered = new double[weights.length];
    int places = inputs / channels;
    for (int i = 0; i < inputs; i++) {
      int channelFirst = i % channels * places + i / channels;
      System.arraycopy(weights, i * outputs, reordered, channelFirst * outputs, outputs);
    }
    return new DenseLayer(inputs, outputs, reordered, biases);
  }

  static OnnxNode gemm(String input, String output) {
    return OnnxNode.of("Gemm", List.of(input, output + "_weights", output + "_biases"), output);
  }

  /** {@return weights and biases of a Gemm} */
  List<OnnxTensor> toOnnx(String name) {
    return List.of(
        OnnxTensor.of(name + "_weights", ElementType.FLOAT, List.of(inputs, outputs), weights),
        biases(name));
  }

  /** {@return weights and biases of a Conv: the weights of each output are side by side} */
  List<OnnxTensor> toOnnx(String name, List<Integer> extents) {
    double[] byOutput = new double[weights.length];
    for (int w = 0; w < weights.length; w++) {
      byOutput[w % outputs * inputs + w / outputs] = weights[w];
    }
    return List.of(
        OnnxTensor.of(name + "_weights", ElementType.FLOAT, extents, byOutput), biases(name));
  }

  private OnnxTensor biases(String name) {
    return OnnxTensor.of(name + "_biases", ElementType.FLOAT, List.of(outputs), biases);
  }
}
