package dev.backplane.bench;

import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxGraph;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import dev.backplane.compiler.onnx.OnnxValue;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A network of dense layers with weights by chance: its size and its speed do not depend on them.
 * The extent of the batch is open.
 *
 * @param widths how many numbers come in, and how many each layer gives
 */
record Perceptron(List<Integer> widths) {
  /** Reads handwritten digits. */
  static final Perceptron DIGITS = of(784, 32, 10);

  /** Tells which particle a jet of a collision came from: the network of hls4ml's examples. */
  static final Perceptron JETS = of(16, 64, 32, 32, 5);

  private static Perceptron of(Integer... widths) {
    return new Perceptron(List.of(widths));
  }

  int inputs() {
    return widths.getFirst();
  }

  int outputs() {
    return widths.getLast();
  }

  /** {@return its widths, as people write them: 16-64-32-32-5} */
  String name() {
    return widths.stream().map(String::valueOf).collect(Collectors.joining("-"));
  }

  /** {@return the network, which computes in floats} */
  OnnxModel model() {
    Random random = new Random(1);
    List<OnnxNode> nodes = new ArrayList<>();
    List<OnnxTensor> constants = new ArrayList<>();
    String stream = "in";
    for (int layer = 1; layer < widths.size(); layer++) {
      int from = widths.get(layer - 1);
      int to = widths.get(layer);
      boolean last = layer == widths.size() - 1;
      double largest = Math.sqrt(6.0 / from);
      constants.add(reals(random, "w" + layer, largest, from, to));
      constants.add(reals(random, "b" + layer, largest, to));
      String sums = last ? "out" : "sums" + layer;
      nodes.add(OnnxNode.of("Gemm", List.of(stream, "w" + layer, "b" + layer), sums));
      if (!last) {
        stream = "hidden" + layer;
        nodes.add(OnnxNode.of("Relu", List.of(sums), stream));
      }
    }
    return new OnnxModel(
        8,
        "bench",
        Map.of("", 13L),
        new OnnxGraph(
            "perceptron",
            nodes,
            constants,
            List.of(value("in", inputs())),
            List.of(value("out", outputs()))));
  }

  private static OnnxTensor reals(Random random, String name, double largest, Integer... extents) {
    int size = Arrays.stream(extents).reduce(1, Math::multiplyExact);
    double[] numbers = random.doubles(size, -largest, largest).toArray();
    return OnnxTensor.of(name, ElementType.FLOAT, List.of(extents), numbers);
  }

  private static OnnxValue value(String name, int size) {
    return new OnnxValue(
        name, ElementType.FLOAT, List.of(new Extent.Dynamic("N"), new Extent.Known(size)));
  }
}
