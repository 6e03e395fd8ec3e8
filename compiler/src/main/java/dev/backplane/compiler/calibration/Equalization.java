package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Scales channels between two layers, with nothing but a ReLU or a maximum between them: a channel
 * is divided by a number in the weights and the bias of the first and multiplied by it in the
 * weights of the second, so that the largest weights of each channel are alike. What the network
 * computes stays.
 */
final class Equalization {
  private static final Set<String> LAYERS = Set.of("linear", "conv1d", "conv2d");

  /** Nodes that give a multiple of what they gave if their input is multiplied. */
  private static final Set<String> KEEPING = Set.of("relu", "max_pool1d", "max_pool2d");

  private static final double LEAST = 1e-9;
  private static final double MOST = 64;

  private final Graph graph;
  private final Map<String, Attributes> changed = new HashMap<>();

  private Equalization(Graph graph) {
    this.graph = graph;
  }

  static Graph apply(Graph graph) {
    Equalization equalization = new Equalization(graph);
    for (Node node : graph.topologicalOrder()) {
      if (isLayer(node)) {
        equalization
            .next(node, outputs(node))
            .ifPresent(second -> equalization.equalize(node, second));
      }
    }
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    for (Node node : graph.nodes()) {
      builder.node(node.withAttributes(equalization.attributes(node)));
    }
    graph.edges().forEach(builder::edge);
    return builder.build();
  }

  private static boolean isLayer(Node node) {
    return LAYERS.contains(node.type())
        && node.attributes().values().get("weights") instanceof RealTensor;
  }

  private Attributes attributes(Node node) {
    return changed.getOrDefault(node.name(), node.attributes());
  }

  /** The layer that alone reads a layer, perhaps behind a ReLU or a maximum. */
  private Optional<Node> next(Node node, int outputs) {
    List<Edge> outgoing = graph.outgoing(node.name());
    if (outgoing.size() != 1) {
      return Optional.empty();
    }
    Node next = graph.node(outgoing.getFirst().to());
    if (KEEPING.contains(next.type()) && !next.attributes().has("width")) {
      return next(next, outputs);
    }
    return isLayer(next) && channels(next) == outputs ? Optional.of(next) : Optional.empty();
  }

  private static Shapes shapes(Node node) {
    List<Integer> extents = node.attributes().get("weights", RealTensor.class).shape().extents();
    int groups = node.attributes().has("groups") ? node.attributes().integer("groups") : 1;
    return new Shapes(extents.getFirst(), extents.getLast(), groups);
  }

  private record Shapes(int outputs, int channels, int groups) {}

  private static int outputs(Node node) {
    return shapes(node).outputs();
  }

  private static int channels(Node node) {
    return shapes(node).channels() * shapes(node).groups();
  }

  private void equalize(Node first, Node second) {
    int count = outputs(first);
    double[] before = attributes(first).get("weights", RealTensor.class).toArray();
    double[] after = attributes(second).get("weights", RealTensor.class).toArray();
    double[] bias =
        attributes(first)
            .find("bias", RealTensor.class)
            .map(RealTensor::toArray)
            .orElseGet(() -> new double[0]);
    double[] largestBefore = new double[count];
    double[] largestAfter = new double[count];
    int each = before.length / count;
    for (int i = 0; i < before.length; i++) {
      largestBefore[i / each] = Math.max(largestBefore[i / each], Math.abs(before[i]));
    }
    Shapes shapes = shapes(second);
    for (int i = 0; i < after.length; i++) {
      int channel = channel(shapes, after.length, i);
      largestAfter[channel] = Math.max(largestAfter[channel], Math.abs(after[i]));
    }
    double[] scales = new double[count];
    for (int c = 0; c < count; c++) {
      boolean isDead = Math.min(largestBefore[c], largestAfter[c]) < LEAST;
      scales[c] =
          isDead ? 1 : Math.clamp(Math.sqrt(largestBefore[c] / largestAfter[c]), 1 / MOST, MOST);
    }
    for (int i = 0; i < before.length; i++) {
      before[i] /= scales[i / each];
    }
    for (int i = 0; i < bias.length; i++) {
      bias[i] /= scales[i];
    }
    for (int i = 0; i < after.length; i++) {
      after[i] *= scales[channel(shapes, after.length, i)];
    }
    put(first, "weights", before);
    put(second, "weights", after);
    if (bias.length > 0) {
      put(first, "bias", bias);
    }
  }

  /** {@return which channel of the input a weight belongs to} */
  private static int channel(Shapes shapes, int weights, int index) {
    int output = index / (weights / shapes.outputs());
    int group = output / (shapes.outputs() / shapes.groups());
    return group * shapes.channels() + index % shapes.channels();
  }

  private void put(Node node, String name, double[] numbers) {
    Attributes attributes = attributes(node);
    RealTensor old = attributes.get(name, RealTensor.class);
    changed.put(node.name(), attributes.with(name, RealTensor.of(old.shape(), numbers)));
  }
}
