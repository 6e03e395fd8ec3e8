package dev.backplane.compiler.library;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.rewrite.Pattern;
import dev.backplane.compiler.rewrite.RewriteRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Makes a normalisation part of the layer before it, while weights are reals: the layer's weights
 * and bias are multiplied, and nothing is rounded between the two.
 */
final class BatchNormalizationFolding {
  private static final Set<String> LAYERS = Set.of("linear", "conv1d", "conv2d");

  private static final RewriteRule RULE =
      new RewriteRule(
          "fold " + BatchNormalization.TYPE,
          Pattern.builder()
              .interfaceNode("before")
              .node("layer", node -> LAYERS.contains(node.type()) && hasRealWeights(node))
              .node(
                  "normalization",
                  node -> node.type().equals(BatchNormalization.TYPE) && hasRealWeights(node))
              .interfaceNode("after")
              .edge("before", "layer")
              .edge("layer", "normalization")
              .edge("normalization", "after")
              .build(),
          BatchNormalizationFolding::fold);

  private BatchNormalizationFolding() {}

  /** Each round replaces a node at least, so it ends. */
  static Graph apply(Graph graph) {
    return RULE.applyRepeatedly(graph, graph.nodes().size());
  }

  /** Scales that are given for weights are none for their products. */
  private static boolean hasRealWeights(Node node) {
    return node.attributes().values().get("weights") instanceof RealTensor
        && !node.attributes().has(LinearLayer.WEIGHT_SCALES);
  }

  private static Graph fold(Map<String, Node> matched) {
    Node layer = Objects.requireNonNull(matched.get("layer"));
    Node normalization = Objects.requireNonNull(matched.get("normalization"));
    return Graph.builder()
        .node("before", "before", Attributes.NONE)
        .node(layer.withAttributes(folded(layer.attributes(), normalization.attributes())))
        .node("after", "after", Attributes.NONE)
        .edge("before", layer.name())
        .edge(layer.name(), "after")
        .build();
  }

  private static Attributes folded(Attributes layer, Attributes normalization) {
    RealTensor weights = layer.get("weights", RealTensor.class);
    RealTensor scales = normalization.get("weights", RealTensor.class);
    int outputs = weights.shape().extents().getFirst();
    double[] scaled = weights.toArray();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] *= scales.get(i / (scaled.length / outputs));
    }
    double[] biases = biases(normalization, outputs);
    double[] before = biases(layer, outputs);
    for (int o = 0; o < outputs; o++) {
      biases[o] += before[o] * scales.get(o);
    }
    Attributes folded =
        layer
            .with("weights", RealTensor.of(weights.shape(), scaled))
            .with("bias", RealTensor.of(Shape.of(outputs), biases));
    return folded
        .without("fraction")
        .without("scale")
        .without("zero")
        .merge(Attributes.of(formats(normalization)));
  }

  /** The format of the result; its fraction may be open, for calibration to choose. */
  private static Map<String, Attribute> formats(Attributes normalization) {
    Map<String, Attribute> formats = new LinkedHashMap<>(normalization.values());
    formats.keySet().retainAll(Set.of("width", "fraction", "scale", "zero"));
    return formats;
  }

  private static double[] biases(Attributes attributes, int outputs) {
    return attributes
        .find("bias", RealTensor.class)
        .map(RealTensor::toArray)
        .orElseGet(() -> new double[outputs]);
  }
}
