package dev.backplane.bench;

import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxGraph;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import dev.backplane.compiler.onnx.OnnxValue;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A perceptron of the size that reads handwritten digits, with weights by chance: how long it takes
 * does not depend on them. The extent of the batch is open.
 */
final class InferenceModel {
  static final int INPUTS = 784;
  static final int OUTPUTS = 10;

  private static final int HIDDEN = 32;

  private InferenceModel() {}

  static OnnxModel model() {
    Random random = new Random(1);
    List<OnnxNode> nodes =
        List.of(
            OnnxNode.of("Gemm", List.of("pixels", "w1", "b1"), "sums"),
            OnnxNode.of("Relu", List.of("sums"), "hidden"),
            OnnxNode.of("Gemm", List.of("hidden", "w2", "b2"), "scores"));
    List<OnnxTensor> constants =
        List.of(
            reals(random, "w1", INPUTS, HIDDEN),
            reals(random, "b1", HIDDEN),
            reals(random, "w2", HIDDEN, OUTPUTS),
            reals(random, "b2", OUTPUTS));
    return new OnnxModel(
        8,
        "bench",
        Map.of("", 13L),
        new OnnxGraph(
            "perceptron",
            nodes,
            constants,
            List.of(value("pixels", INPUTS)),
            List.of(value("scores", OUTPUTS))));
  }

  private static OnnxTensor reals(Random random, String name, Integer... extents) {
    int size = List.of(extents).stream().reduce(1, Math::multiplyExact);
    double[] numbers = random.doubles(size, -0.1, 0.1).toArray();
    return OnnxTensor.of(name, ElementType.FLOAT, List.of(extents), numbers);
  }

  private static OnnxValue value(String name, int size) {
    return new OnnxValue(
        name, ElementType.FLOAT, List.of(new Extent.Dynamic("N"), new Extent.Known(size)));
  }
}
