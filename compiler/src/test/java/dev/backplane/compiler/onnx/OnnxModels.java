package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Models for tests, built one operator behind the other. */
final class OnnxModels {
  private final Random random;
  private final List<OnnxNode> nodes = new ArrayList<>();
  private final List<OnnxTensor> constants = new ArrayList<>();
  private final OnnxValue input;
  private String last;

  private OnnxModels(long seed, long... extents) {
    random = new Random(seed);
    input = OnnxValue.of("x", ElementType.FLOAT, extents);
    last = "x";
  }

  static OnnxModels of(long seed, long... extents) {
    return new OnnxModels(seed, extents);
  }

  /** Adds an operator whose first input is what the one before gives. */
  OnnxModels then(String operator, Map<String, OnnxAttribute> attributes, String... others) {
    List<String> inputs = new ArrayList<>(List.of(others));
    inputs.addFirst(last);
    last = operator.toLowerCase(Locale.ROOT) + nodes.size();
    nodes.add(OnnxNode.of(operator, inputs, last).with(attributes));
    return this;
  }

  OnnxModels then(String operator, String... others) {
    return then(operator, Map.of(), others);
  }

  /** Adds an operator of constants, which the last value does not go into. */
  OnnxModels aside(
      String name, String operator, Map<String, OnnxAttribute> attributes, String... inputs) {
    nodes.add(OnnxNode.of(operator, List.of(inputs), name).with(attributes));
    return this;
  }

  /** Adds a node as it is; what it gives is the last value. */
  OnnxModels node(OnnxNode node) {
    nodes.add(node);
    last = node.outputs().getFirst();
    return this;
  }

  String last() {
    return last;
  }

  /** Adds a tensor of seeded normal numbers. */
  OnnxModels normal(String name, double deviation, Integer... extents) {
    int size = List.of(extents).stream().reduce(1, (a, b) -> a * b);
    double[] numbers =
        IntStream.range(0, size).mapToDouble(_ -> deviation * random.nextGaussian()).toArray();
    return constant(OnnxTensor.of(name, ElementType.FLOAT, List.of(extents), numbers));
  }

  OnnxModels constant(OnnxTensor tensor) {
    constants.add(tensor);
    return this;
  }

  OnnxModel build() {
    OnnxValue output = new OnnxValue(last, ElementType.FLOAT, List.of());
    return new OnnxModel(
        8,
        "test",
        Map.of("", 13L),
        new OnnxGraph("net", nodes, constants, List.of(input), List.of(output)));
  }

  /** A network of two layers on a small picture. */
  static OnnxModel perceptron() {
    return of(7, 1, 3, 4, 4)
        .normal("w1", 0.2, 12, 48)
        .normal("b1", 0.1, 12)
        .normal("w2", 0.3, 12, 5)
        .normal("b2", 0.1, 5)
        .then("Flatten")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w1", "b1")
        .then("Relu")
        .then("MatMul", "w2")
        .then("Add", "b2")
        .then("Softmax")
        .build();
  }
}
