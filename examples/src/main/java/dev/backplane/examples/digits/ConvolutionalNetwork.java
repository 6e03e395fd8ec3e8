package dev.backplane.examples.digits;

import dev.backplane.compiler.onnx.OnnxAttribute;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A convolution with stride 2, a ReLU, and a dense layer. */
final class ConvolutionalNetwork implements TrainableNetwork {
  private static final int KERNEL = 5;
  private static final int STRIDE = 2;
  private static final int EXTENT = (Digit.SIDE - KERNEL) / STRIDE + 1;
  private static final int WINDOWS = EXTENT * EXTENT;

  private final int filters;
  private final DenseLayer convolution;
  private final DenseLayer dense;

  /**
   * A network that has not learned anything.
   *
   * @param filters how many filters the convolution has
   * @param seed for the first weights
   */
  ConvolutionalNetwork(int filters, long seed) {
    this.filters = filters;
    Random random = new Random(seed);
    convolution = new DenseLayer(KERNEL * KERNEL, filters, random);
    dense = new DenseLayer(WINDOWS * filters, Digit.CLASSES, random);
  }

  @Override
  public String layers() {
    return "%dx%d, %d filters of %dx%d with stride %d, %d"
        .formatted(Digit.SIDE, Digit.SIDE, filters, KERNEL, KERNEL, STRIDE, Digit.CLASSES);
  }

  @Override
  public void learn(Digit digit, double rate) {
    double[][] windows = windows(digit);
    double[] features = features(windows);
    double[] errors = CrossEntropy.errors(dense.forward(features), digit.label());
    double[] back = dense.backward(features, errors);
    dense.descend(features, errors, rate);
    double[] ofWindow = new double[filters];
    for (int w = 0; w < WINDOWS; w++) {
      System.arraycopy(back, w * filters, ofWindow, 0, filters);
      convolution.descend(windows[w], ofWindow, rate);
    }
  }

  @Override
  public double[] scores(Digit digit) {
    return dense.forward(features(windows(digit)));
  }

  /** {@return the outputs of the filters, window by window} */
  private double[] features(double[][] windows) {
    double[] features = new double[WINDOWS * filters];
    for (int w = 0; w < WINDOWS; w++) {
      double[] sums = DenseLayer.relu(convolution.forward(windows[w]));
      System.arraycopy(sums, 0, features, w * filters, filters);
    }
    return features;
  }

  private static double[][] windows(Digit digit) {
    double[][] windows = new double[WINDOWS][KERNEL * KERNEL];
    for (int w = 0; w < WINDOWS; w++) {
      int top = w / EXTENT * STRIDE;
      int left = w % EXTENT * STRIDE;
      for (int k = 0; k < KERNEL * KERNEL; k++) {
        windows[w][k] = digit.pixel((top + k / KERNEL) * Digit.SIDE + left + k % KERNEL);
      }
    }
    return windows;
  }

  @Override
  public OnnxModel toOnnx() {
    List<OnnxTensor> constants = new ArrayList<>();
    constants.addAll(convolution.toOnnx("filters", List.of(filters, 1, KERNEL, KERNEL)));
    constants.addAll(dense.ofChannels(filters).toOnnx("scores"));
    OnnxNode convolve =
        OnnxNode.of(
                "Conv", List.of(DigitModel.IMAGE, "filters_weights", "filters_biases"), "filters")
            .with(Map.of("strides", new OnnxAttribute.Wholes(List.of(2L, 2L))));
    return DigitModel.of(
        List.of(
            convolve,
            OnnxNode.of("Relu", List.of("filters"), "planes"),
            OnnxNode.of("Flatten", List.of("planes"), "features"),
            DenseLayer.gemm("features", "scores")),
        constants);
  }
}
