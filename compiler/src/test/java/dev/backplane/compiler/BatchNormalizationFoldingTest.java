package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When a normalisation becomes part of the layer before it. */
class BatchNormalizationFoldingTest {
  private final Compiler compiler = Compiler.load();

  private static List<String> types(Graph graph) {
    return graph.topologicalOrder().stream().map(Node::type).toList();
  }

  private static Graph network() {
    return Networks.chain(
        Networks.input(8, 4, 5, 4, 2),
        List.of(
            Networks.realWeights(1, 3, 2, 2, 2).without("bias"),
            Networks.realWeights(2, 3).with("width", 9).without("fraction"),
            Attributes.NONE,
            Networks.realWeights(3, 3)),
        List.of("conv2d", "batch_normalization", "relu", "batch_normalization"));
  }

  @Test
  void behindALayerItIsFoldedAndElsewhereItStays() {
    Graph simple = compiler.ir2ir().run(network());

    assertThat(types(simple))
        .containsExactly("input", "conv2d", "relu", "batch_normalization", "output");
    assertThat(simple.node("conv2d0").attributes().integer("width")).isEqualTo(9);
    assertThat(simple.node("conv2d0").attributes().has("fraction")).isFalse();
  }

  @Test
  void foldedNodesComputeTheSameInReals() {
    Graph graph = network();
    RealTensor input = RealTensor.of(Shape.of(5, 4, 2), new Random(4).doubles(40, -3, 3).toArray());

    assertThat(result(compiler.ir2ir().run(graph), input).toArray())
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(result(graph, input).toArray());
  }

  @Test
  void foldedNodesKeepTheirPlaceWhereBranchesMeet() {
    Graph folded = compiler.ir2ir().run(Networks.inception());

    assertThat(types(folded)).doesNotContain("batch_normalization");
    assertThat(folded.incoming("joined")).extracting(Edge::from).containsExactly("a", "b", "c");
  }

  private RealTensor result(Graph graph, RealTensor input) {
    Map<String, RealTensor> results =
        RealInterpreter.of(graph, compiler.components()).run(Map.of("in", input));
    return Objects.requireNonNull(results.get("out"));
  }

  @Test
  void aLayerThatIsReadTwiceOrQuantisedKeepsItsWeights() {
    Graph read =
        network().toBuilder().node("tap", "relu", Attributes.NONE).edge("conv2d0", "tap").build();
    assertThat(types(compiler.ir2ir().run(read))).hasSize(7);

    Graph quantised =
        Networks.chain(
            Networks.input(8, 4, 2),
            List.of(
                Networks.realWeights(5, 3, 2)
                    .with("weights", IntegerTensor.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6))
                    .with("weight_fraction", 2)
                    .without("bias"),
                Networks.realWeights(6, 3)),
            List.of("linear", "batch_normalization"));
    assertThat(compiler.ir2ir().run(quantised)).isSameAs(quantised);
  }
}
