package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Networks whose layers take several inputs and give several outputs in a clock. */
final class FoldedNetworks {
  private FoldedNetworks() {}

  /** {@return the networks that every check of hardware is made on, by name} */
  static Map<String, Graph> all() {
    Map<String, Graph> networks = new LinkedHashMap<>();
    networks.put("a layer of constants", perceptron(1, 4, 3, 5, 4));
    networks.put("folded layers", perceptron(2, 2, 3, 3, 1));
    networks.put("folded inputs, whole outputs", perceptron(3, 1, 6, 2, 5));
    networks.put("folded convolutions", convolutions());
    networks.put("folded groups and branches", branches());
    networks.put("whole windows", wholeWindows());
    return networks;
  }

  /**
   * A layer of 8 inputs and 6 outputs, and one of 5 outputs, with beats of their own at the ends.
   */
  private static Graph perceptron(long seed, int simd, int lanes, int lastLanes, int beat) {
    Attributes none = Attributes.NONE;
    return withBeats(
        Networks.chain(
            Networks.input(7, 4, 8),
            List.of(
                Networks.realLinear(seed, 8, 6)
                    .with("simd", seed == 1 ? 8 : simd)
                    .with("lanes", seed == 1 ? 6 : lanes),
                none,
                none,
                Networks.realLinear(seed + 10, 6, 5)
                    .with("simd", seed == 1 ? 6 : lanes)
                    .with("lanes", lastLanes == 5 || lastLanes == 1 ? lastLanes : 1)),
            List.of("linear", "relu", "leaky_relu", "linear")),
        beat == 4 ? 4 : 2,
        seed == 2 ? 1 : 5);
  }

  private static Graph convolutions() {
    Attributes none = Attributes.NONE;
    return withBeats(
        Networks.chain(
            Networks.input(6, 3, 6, 5, 4),
            List.of(
                Networks.realWeights(1, 6, 3, 3, 4)
                    .with("padding", numbers(1, 0, 1, 2))
                    .with("simd", 2)
                    .with("lanes", 6),
                none.with("kernel", numbers(2, 2))
                    .with("stride", numbers(2, 2))
                    .with("padding", numbers(0, 1, 0, 0)),
                Networks.realWeights(2, 4, 2, 1, 6).with("simd", 3).with("lanes", 2),
                none.with("kernel", numbers(2, 2)),
                none,
                Networks.realWeights(3, 3, 8).with("simd", 8).with("lanes", 1)),
            List.of("conv2d", "max_pool2d", "conv2d", "average_pool2d", "flatten", "linear")),
        4,
        1);
  }

  private static Graph wholeWindows() {
    return withBeats(
        Networks.chain(
            Networks.input(6, 3, 5, 6, 2),
            List.of(
                Networks.realWeights(4, 4, 3, 2, 2)
                    .with("padding", numbers(1, 0, 2, 1))
                    .with("stride", numbers(1, 2))
                    .with("simd", 12)
                    .with("lanes", 2),
                Networks.realWeights(5, 3, 2, 3, 4)
                    .with("stride", numbers(2, 1))
                    .with("simd", 8)
                    .with("lanes", 3)),
            List.of("conv2d", "conv2d")),
        2,
        3);
  }

  private static Graph branches() {
    Attributes grouped =
        Networks.realWeights(8, 4, 3, 3, 2)
            .with("groups", 2)
            .with("padding", numbers(1, 1, 1, 1))
            .with("simd", 2)
            .with("lanes", 2);
    return Graph.builder()
        .node("in", "input", Networks.input(6, 3, 4, 3, 4).with("beat", 4))
        .node("a", "conv2d", grouped)
        .node("b", "conv2d", Networks.realWeights(9, 4, 1, 1, 4).with("simd", 4).with("lanes", 4))
        .node("c", "sigmoid", Attributes.NONE.with("width", 6).with("fraction", 4))
        .node("sum", "add", Attributes.NONE.with("width", 6).with("fraction", 2))
        .node("joined", "concat", Attributes.NONE)
        .node("out", "output", Attributes.NONE.with("beat", 2))
        .edge("in", "a")
        .edge("in", "b")
        .edge("in", "c")
        .edge("a", "sum")
        .edge("b", "sum")
        .edge("sum", "joined", 0)
        .edge("c", "joined", 1)
        .edge("joined", "out")
        .build();
  }

  /** {@return the graph whose input and output have so many elements in a clock} */
  static Graph withBeats(Graph graph, int input, int output) {
    Graph.Builder builder = Graph.builder();
    for (Node node : graph.nodes()) {
      builder.node(
          node.name(),
          node.type(),
          switch (node.type()) {
            case Node.INPUT -> node.attributes().with("beat", input);
            case Node.OUTPUT -> node.attributes().with("beat", output);
            default -> node.attributes();
          });
    }
    graph.edges().forEach(builder::edge);
    return builder.build();
  }

  /** The network 16-64-32-32-5 that tells jets of particles apart, with all its weights at once. */
  static Graph jets() {
    int[] sizes = {16, 64, 32, 32, 5};
    List<Attributes> nodes = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (int i = 1; i < sizes.length; i++) {
      nodes.add(
          Networks.realLinear(i, sizes[i - 1], sizes[i])
              .with("simd", sizes[i - 1])
              .with("lanes", sizes[i]));
      types.add("linear");
      if (i < sizes.length - 1) {
        nodes.add(Attributes.NONE);
        types.add("relu");
      }
    }
    return withBeats(Networks.chain(Networks.input(8, 5, 16), nodes, types), 16, 5);
  }

  /** A small network for digits: two convolutions with pooling, two layers. */
  static Graph digits() {
    Attributes none = Attributes.NONE;
    Attributes pool = none.with("kernel", numbers(2, 2)).with("stride", numbers(2, 2));
    return Networks.chain(
        Networks.input(8, 6, 12, 12, 1),
        List.of(
            Networks.realWeights(1, 4, 3, 3, 1).with("padding", numbers(1, 1, 1, 1)),
            none,
            pool,
            Networks.realWeights(2, 6, 3, 3, 4),
            none,
            pool,
            none,
            Networks.realWeights(3, 12, 24),
            none,
            Networks.realWeights(4, 10, 12)),
        List.of(
            "conv2d",
            "relu",
            "max_pool2d",
            "conv2d",
            "relu",
            "max_pool2d",
            "flatten",
            "linear",
            "relu",
            "linear"));
  }
}
