package dev.backplane.examples.digits;

import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Two dense layers with a ReLU between. */
final class Perceptron implements TrainableNetwork {
  private final DenseLayer first;
  private final DenseLayer second;

  /**
   * A network that has not learned anything.
   *
   * @param hidden how many neurons are in the hidden layer
   * @param seed for the first weights
   */
  Perceptron(int hidden, long seed) {
    Random random = new Random(seed);
    first = new DenseLayer(Digit.PIXELS, hidden, random);
    second = new DenseLayer(hidden, Digit.CLASSES, random);
  }

  @Override
  public String layers() {
    return Digit.PIXELS + "-" + first.outputs() + "-" + Digit.CLASSES;
  }

  @Override
  public void learn(Digit digit, double rate) {
    double[] pixels = digit.pixels();
    double[] hidden = DenseLayer.relu(first.forward(pixels));
    double[] errors = CrossEntropy.errors(second.forward(hidden), digit.label());
    double[] back = second.backward(hidden, errors);
    second.descend(hidden, errors, rate);
    first.descend(pixels, back, rate);
  }

  @Override
  public double[] scores(Digit digit) {
    return second.forward(DenseLayer.relu(first.forward(digit.pixels())));
  }

  @Override
  public OnnxModel toOnnx() {
    List<OnnxTensor> constants = new ArrayList<>();
    constants.addAll(first.toOnnx("hidden_layer"));
    constants.addAll(second.toOnnx("scores"));
    return DigitModel.of(
        List.of(
            OnnxNode.of("Flatten", List.of(DigitModel.IMAGE), "pixels"),
            DenseLayer.gemm("pixels", "hidden_layer"),
            OnnxNode.of("Relu", List.of("hidden_layer"), "hidden"),
            DenseLayer.gemm("hidden", "scores")),
        constants);
  }
}
