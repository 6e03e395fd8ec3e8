package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random samples for a graph: numbers of the standard normal distribution, the same each time. */
final class NormalSamples {
  private static final long SEED = 1;

  private NormalSamples() {}

  static List<Map<String, RealTensor>> of(Graph graph, int count) {
    Random random = new Random(SEED);
    List<Map<String, RealTensor>> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, RealTensor> sample = new LinkedHashMap<>();
      for (Node node : graph.nodes()) {
        if (node.type().equals(Node.INPUT)) {
          Shape shape = Shape.of(node.attributes());
          double[] numbers = new double[shape.size()];
          Arrays.setAll(numbers, _ -> random.nextGaussian());
          sample.put(node.name(), RealTensor.of(shape, numbers));
        }
      }
      samples.add(sample);
    }
    return samples;
  }
}
