package dev.backplane.compiler;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Graphs that tests are about. */
final class Networks {
  private static final String BRANCH = "_branch";

  private Networks() {}

  /** {@return whether {@link #chain} made a node for a branch of another} */
  static boolean isBranch(Node node) {
    return node.name().contains(BRANCH);
  }

  static Attribute numbers(int... numbers) {
    List<Attribute> elements = new ArrayList<>();
    for (int number : numbers) {
      elements.add(new Attribute.Whole(number));
    }
    return new Attribute.Sequence(elements);
  }

  static Attributes input(int width, int fraction, int... extents) {
    return Attributes.NONE
        .with("shape", numbers(extents))
        .with("width", width)
        .with("fraction", fraction);
  }

  /**
   * An input, these nodes, an output. A node with the attribute {@code branches}, formats, has what
   * comes before it as its first input, and then that in each of these formats.
   */
  static Graph chain(Attributes input, List<Attributes> nodes, List<String> types) {
    Graph.Builder graph = Graph.builder().node("in", "input", input);
    String before = "in";
    for (int i = 0; i < nodes.size(); i++) {
      String name = types.get(i) + i;
      List<Attribute> branches =
          nodes
              .get(i)
              .find("branches", Attribute.Sequence.class)
              .map(Attribute.Sequence::elements)
              .orElse(List.of());
      for (int b = 0; b < branches.size(); b++) {
        graph.node(name + BRANCH + b, "requantize", (Attributes) branches.get(b));
        graph.edge(before, name + BRANCH + b).edge(name + BRANCH + b, name, b + 1);
      }
      graph.node(name, types.get(i), nodes.get(i));
      graph.edge(
          branches.isEmpty() ? new Edge(before, name, Attributes.NONE) : Edge.of(before, name, 0));
      before = name;
    }
    return graph.node("out", "output", Attributes.NONE).edge(before, "out").build();
  }

  /** A convolution around which a branch leads, and a branch that reads a whole tensor first. */
  static Graph residual() {
    Attributes convolution = realWeights(8, 2, 3, 3, 2).with("padding", numbers(1, 1, 1, 1));
    return Graph.builder()
        .node("in", "input", input(6, 3, 4, 3, 2))
        .node("a", "conv2d", convolution)
        .node("b", "relu", Attributes.NONE)
        .node("c", "linear", realWeights(9, 24, 24).with("lanes", 5))
        .node("d", "flatten", Attributes.NONE)
        .node("e", "flatten", Attributes.NONE)
        .node("sum", "add", Attributes.NONE.with("width", 6).with("fraction", 2))
        .node("total", "add", Attributes.NONE)
        .node("out", "output", Attributes.NONE)
        .edge("in", "a")
        .edge("in", "b")
        .edge("in", "c")
        .edge("a", "d")
        .edge("b", "e")
        .edge("d", "sum")
        .edge("e", "sum")
        .edge("c", "total")
        .edge("sum", "total")
        .edge("total", "out")
        .build();
  }

  /**
   * Three branches of different formats that meet channel by channel, whose result meets itself row
   * by row. One branch has a normalisation that is folded, which changes what comes in first.
   */
  static Graph inception() {
    Attributes convolution = realWeights(3, 3, 3, 3, 2).with("padding", numbers(1, 1, 1, 1));
    Attributes pool =
        Attributes.NONE.with("kernel", numbers(3, 3)).with("padding", numbers(1, 1, 1, 1));
    return Graph.builder()
        .node("in", "input", input(6, 3, 4, 3, 2))
        .node("a", "conv2d", convolution)
        .node("norm", "batch_normalization", realWeights(4, 3))
        .node("b", "conv2d", realWeights(5, 1, 1, 1, 2).with("width", 9).with("fraction", 6))
        .node("c", "max_pool2d", pool)
        .node("joined", "concat", Attributes.NONE.with("width", 6).with("fraction", 2))
        .node("d", "conv2d", realWeights(6, 6, 1, 1, 6).with("fraction", 0))
        .node("rows", "concat", Attributes.NONE.with("axis", 0))
        .node("out", "output", Attributes.NONE)
        .edge("in", "c")
        .edge("in", "b")
        .edge("in", "a")
        .edge("a", "norm")
        .edge("c", "joined", 2)
        .edge("norm", "joined", 0)
        .edge("b", "joined", 1)
        .edge("joined", "d")
        .edge("d", "rows", 1)
        .edge("joined", "rows", 0)
        .edge("rows", "out")
        .build();
  }

  /** Real weights of a layer, between -1 and 1. */
  static Attributes realLinear(long seed, int inputs, int outputs) {
    RandomGenerator random = new Random(seed);
    return Attributes.NONE
        .with("weights", RealTensor.of(Shape.of(outputs, inputs), reals(random, inputs * outputs)))
        .with("bias", RealTensor.of(Shape.of(outputs), reals(random, outputs)))
        .with("weight_width", 6)
        .with("width", 8)
        .with("fraction", 5);
  }

  /** Real weights of this shape, and a bias for each of its first extent. */
  static Attributes realWeights(long seed, int... extents) {
    RandomGenerator random = new Random(seed);
    Shape shape = Shape.of(extents);
    return Attributes.NONE
        .with("weights", RealTensor.of(shape, reals(random, shape.size())))
        .with("bias", RealTensor.of(Shape.of(extents[0]), reals(random, extents[0])))
        .with("weight_width", 5)
        .with("width", 7)
        .with("fraction", 4);
  }

  private static double[] reals(RandomGenerator random, int count) {
    return random.doubles(count, -1, 1).toArray();
  }

  static Graph perceptron(long seed, int lanes) {
    return chain(
        input(8, 5, 6),
        List.of(
            realLinear(seed, 6, 7).with("lanes", lanes),
            Attributes.NONE,
            realLinear(seed + 1, 7, 3).with("lanes", Math.min(lanes, 3))),
        List.of("linear", "relu", "linear"));
  }

  /** A linear layer of random formats and integers, which saturates and rounds often. */
  static Graph randomLinear(long seed) {
    RandomGenerator random = new Random(seed);
    int inputs = random.nextInt(1, 9);
    int outputs = random.nextInt(1, 9);
    int inputWidth = random.nextInt(2, 13);
    int weightWidth = random.nextInt(2, 13);
    int inputFraction = random.nextInt(0, inputWidth);
    int weightFraction = random.nextInt(0, weightWidth + 3);
    int sumFraction = inputFraction + weightFraction;
    long limit = 1L << (weightWidth - 1);
    return chain(
        input(inputWidth, inputFraction, inputs),
        List.of(
            Attributes.NONE
                .with(
                    "weights",
                    IntegerTensor.of(
                        Shape.of(outputs, inputs),
                        random.longs((long) outputs * inputs, -limit, limit).toArray()))
                .with("weight_width", weightWidth)
                .with("weight_fraction", weightFraction)
                .with(
                    "bias",
                    IntegerTensor.of(
                        Shape.of(outputs), random.longs(outputs, -4 * limit, 4 * limit).toArray()))
                .with("bias_fraction", random.nextInt(0, sumFraction + 1))
                .with("width", random.nextInt(2, 17))
                .with("fraction", random.nextInt(0, sumFraction + 1))
                .with("lanes", random.nextInt(1, outputs + 1))),
        List.of("linear"));
  }
}
