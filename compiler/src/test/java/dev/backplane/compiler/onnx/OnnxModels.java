package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
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
    return build(14);
  }

  /** The model with this version of the set of operators. */
  OnnxModel build(long version) {
    OnnxValue output = new OnnxValue(last, ElementType.FLOAT, List.of());
    return new OnnxModel(
        8,
        "test",
        Map.of("", version),
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

  static OnnxAttribute wholes(long... numbers) {
    return new OnnxAttribute.Wholes(Arrays.stream(numbers).boxed().toList());
  }

  /** Positive numbers, as variances are. */
  OnnxModels positive(String name, Integer extent) {
    double[] numbers = random.doubles(extent, 0.5, 2).toArray();
    return constant(OnnxTensor.of(name, ElementType.FLOAT, List.of(extent), numbers));
  }

  /** A network for pictures, with what such networks are made of. */
  static OnnxModel pictures() {
    return of(31, 1, 4, 9, 8)
        .normal("w1", 0.3, 6, 2, 3, 2)
        .normal("b1", 0.2, 6)
        .positive("scale", 6)
        .normal("shift", 0.3, 6)
        .normal("mean", 0.3, 6)
        .positive("variance", 6)
        .normal("w2", 0.3, 5, 6, 3, 3)
        .constant(OnnxTensor.of("low", ElementType.FLOAT, List.of(), 0.0))
        .constant(OnnxTensor.of("six", ElementType.FLOAT, List.of(), 6.0))
        .normal("w3", 0.4, 4, 5)
        .normal("b3", 0.2, 1, 4)
        .then(
            "Conv",
            Map.of(
                "group", new OnnxAttribute.Whole(2),
                "kernel_shape", wholes(3, 2),
                "pads", wholes(1, 0, 2, 1)),
            "w1",
            "b1")
        .then("BatchNormalization", "scale", "shift", "mean", "variance")
        .then("Relu")
        .then("MaxPool", Map.of("kernel_shape", wholes(2, 2), "strides", wholes(2, 2)))
        .then(
            "Conv",
            Map.of("auto_pad", new OnnxAttribute.Text("SAME_UPPER"), "strides", wholes(2, 1)),
            "w2")
        .then("Clip", "low", "six")
        .then("GlobalAveragePool")
        .then("Flatten")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w3", "b3")
        .then("LogSoftmax")
        .build();
  }

  /** A network for sequences whose last layer reads all places of all channels. */
  static OnnxModel sequences() {
    return of(32, 1, 3, 20)
        .normal("w1", 0.4, 5, 3, 4)
        .normal("b1", 0.2, 5)
        .normal("w2", 0.3, 40, 3)
        .constant(OnnxTensor.of("shape", List.of(2), 1, -1))
        .then("Conv", Map.of("dilations", wholes(2), "pads", wholes(2, 1)), "w1", "b1")
        .then("Tanh")
        .then("AveragePool", Map.of("kernel_shape", wholes(3), "strides", wholes(2)))
        .then("LeakyRelu", Map.of("alpha", new OnnxAttribute.Real(0.125f)))
        .then("Reshape", "shape")
        .then("MatMul", "w2")
        .then("Sigmoid")
        .build();
  }

  /** A model with channels last, as some frameworks export it, and arithmetic with constants. */
  static OnnxModel channelsLast() {
    return of(33, 1, 6, 5, 3)
        .normal("w1", 0.3, 4, 3, 2, 2)
        .normal("addend", 0.3, 4, 1, 1)
        .normal("factor", 0.5, 1, 4, 1, 1)
        .constant(OnnxTensor.of("half", ElementType.FLOAT, List.of(), 0.5))
        .normal("w2", 0.3, 3, 80)
        .then("Transpose", Map.of("perm", wholes(0, 3, 1, 2)))
        .then("Conv", "w1")
        .then("Add", "addend")
        .then("Mul", "factor")
        .then("Sub", "half")
        .then("Max", "half")
        .then("Transpose", Map.of("perm", wholes(0, 2, 3, 1)))
        .then("Flatten")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w2")
        .build();
  }

  /** A network whose layers are passed by, and which counts a tensor twice. */
  static OnnxModel residual() {
    OnnxModels model =
        of(34, 1, 3, 6, 5)
            .normal("w1", 0.3, 4, 3, 3, 3)
            .normal("w2", 0.2, 4, 4, 3, 3)
            .normal("w3", 0.3, 3, 120)
            .then("Conv", Map.of("pads", wholes(1, 1, 1, 1)), "w1")
            .then("Relu");
    String passed = model.last();
    return model
        .then("Conv", Map.of("pads", wholes(1, 1, 1, 1)), "w2")
        .then("Add", passed)
        .then("Relu")
        .then("Flatten")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w3")
        .doubled()
        .build();
  }

  /**
   * A module of SqueezeNet, whose branches are joined channel by channel; what they are then, row
   * by row with itself; and vectors of branches, one of which was a picture and comes twice.
   */
  static OnnxModel fire() {
    OnnxModels model =
        of(36, 1, 3, 6, 5)
            .normal("w1", 0.4, 2, 3, 1, 1)
            .normal("w2", 0.4, 3, 2, 1, 1)
            .normal("w3", 0.3, 4, 2, 3, 3)
            .normal("w4", 0.3, 3, 187)
            .then("Conv", "w1")
            .then("Relu");
    String squeezed = model.last();
    model.then("Conv", "w2").then("Relu");
    String one = model.last();
    model
        .node(OnnxNode.of("Conv", List.of(squeezed, "w3"), "three").with(padded(1)))
        .then("Relu")
        .node(OnnxNode.of("Concat", List.of(one, model.last()), "joined").with(axis(1)))
        .then("Concat", axis(2), "joined")
        .then("GlobalAveragePool")
        .then("Flatten");
    String average = model.last();
    return model
        .node(OnnxNode.of("Flatten", List.of(one), "places"))
        .node(OnnxNode.of("Concat", List.of("places", average, "places"), "vector").with(axis(-1)))
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w4")
        .build();
  }

  /** Branches that are joined while channels are last, and a shape that is put together. */
  static OnnxModel joinedChannelsLast() {
    OnnxModels model =
        of(37, 1, 4, 5, 3)
            .normal("w1", 0.4, 2, 3, 1, 1)
            .normal("w2", 0.4, 4, 3, 3, 1)
            .normal("w3", 0.3, 120, 2)
            .constant(OnnxTensor.of("one", List.of(1), 1))
            .constant(OnnxTensor.of("rest", List.of(1), -1))
            .then("Transpose", Map.of("perm", wholes(0, 3, 1, 2)));
    String first = model.last();
    model.then("Conv", "w1").then("Transpose", Map.of("perm", wholes(0, 2, 3, 1)));
    String left = model.last();
    return model
        .node(
            OnnxNode.of("Conv", List.of(first, "w2"), "right")
                .with(Map.of("pads", wholes(1, 0, 1, 0))))
        .then("Transpose", Map.of("perm", wholes(0, 2, 3, 1)))
        .node(OnnxNode.of("Concat", List.of(model.last(), left), "joined").with(axis(3)))
        .aside("shape", "Concat", axis(0), "one", "rest")
        .then("Reshape", "shape")
        .then("MatMul", "w3")
        .build();
  }

  /** A slope that was learnt, and numbers that are turned. */
  static OnnxModel slopes() {
    return of(38, 1, 3, 4, 4)
        .constant(OnnxTensor.of("slope", ElementType.FLOAT, List.of(3, 1, 1), 0.25, 0.25, 0.25))
        .normal("w", 0.3, 4, 3, 1, 1)
        .then("PRelu", "slope")
        .then("Conv", "w")
        .then("Neg")
        .build();
  }

  /**
   * Zeros that are put around a picture before the layers that need them, as some frameworks do.
   */
  static OnnxModel padded() {
    return of(39, 1, 2, 5, 6)
        .constant(OnnxTensor.of("pads", List.of(8), 0, 0, 1, 0, 0, 0, 2, 1))
        .constant(OnnxTensor.of("zero", ElementType.FLOAT, List.of(), 0.0))
        .normal("w", 0.3, 3, 2, 3, 3)
        .then("Pad", "pads", "zero")
        .then("Conv", Map.of("pads", wholes(0, 1, 0, 0), "strides", wholes(2, 1)), "w")
        .then("Pad", "pads")
        .then("AveragePool", Map.of("kernel_shape", wholes(3, 2)))
        .build();
  }

  static Map<String, OnnxAttribute> axis(long axis) {
    return Map.of("axis", new OnnxAttribute.Whole(axis));
  }

  private static Map<String, OnnxAttribute> padded(long pad) {
    return Map.of("pads", wholes(pad, pad, pad, pad));
  }

  private OnnxModels doubled() {
    return then("Add", last);
  }
}
