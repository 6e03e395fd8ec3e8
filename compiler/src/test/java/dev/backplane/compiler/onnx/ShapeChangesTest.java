package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.Compiler;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of shape are free in hardware, or become a permute, and mean what they mean in ONNX. */
class ShapeChangesTest {
  private final Compiler compiler = Compiler.load();

  /** A model, and the types of the nodes that it becomes. */
  private record Case(String name, OnnxModel model, String types) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static OnnxAttribute whole(long value) {
    return new OnnxAttribute.Whole(value);
  }

  private static Map<String, OnnxAttribute> perm(long... axes) {
    return Map.of("perm", OnnxModels.wholes(axes));
  }

  private static OnnxTensor numbers(String name, long... numbers) {
    return OnnxTensor.of(name, List.of(numbers.length), numbers);
  }

  private static OnnxModels sequence() {
    return OnnxModels.of(4, 1, 5, 3)
        .normal("w", 0.5, 3, 4)
        .normal("b", 0.5, 4)
        .normal("wide", 0.5, 2, 5, 1)
        .constant(numbers("rows", -1, 3))
        .constant(numbers("again", 1, 5, 4))
        .constant(numbers("axis", 0));
  }

  private static OnnxModels picture() {
    return OnnxModels.of(5, 1, 2, 4, 3)
        .normal("w", 0.5, 4, 2, 1, 1)
        .normal("square", 0.5, 4, 3, 1, 1)
        .normal("channels", 0.5, 2, 1, 1)
        .normal("columns", 0.5, 3)
        .normal("all", 0.5, 2, 4, 3)
        .normal("one", 0.5, 1, 1, 1, 1)
        .constant(numbers("turned", 1, 3, 4, 2));
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "a matrix over time",
            sequence().then("MatMul", "w").then("Add", "b").then("Relu").build(13),
            "input conv1d relu output"),
        new Case(
            "a matrix over rows without a batch",
            sequence()
                .then("Reshape", "rows")
                .then("Gemm", "w", "b")
                .then("Reshape", "again")
                .then("Tanh")
                .build(13),
            "input conv1d tanh output"),
        new Case(
            "a batch that is removed and comes back",
            sequence()
                .then("Squeeze", "axis")
                .then("MatMul", "w")
                .then("Unsqueeze", "axis")
                .then("Relu")
                .build(13),
            "input conv1d relu output"),
        new Case(
            "a convolution behind a layer over time",
            sequence().then("MatMul", "w").then("Conv", "wide").build(13),
            "input conv1d permute conv1d output"),
        new Case(
            "an addend that is turned",
            OnnxModels.of(3, 1, 4, 4)
                .then("Relu")
                .then("Transpose", perm(0, 2, 1))
                .then("Add", "relu0")
                .build(13),
            "input relu permute add output"),
        new Case(
            "channels that are joined to turned ones",
            OnnxModels.of(3, 1, 2, 4, 4)
                .then("Relu")
                .then("Transpose", perm(0, 1, 3, 2))
                .then("Concat", OnnxModels.axis(1), "relu0")
                .build(13),
            "input relu permute concat output"),
        new Case(
            "squeeze and excite",
            picture().then("GlobalAveragePool").then("Conv", "w").then("Sigmoid").build(13),
            "input global_average_pool reshape conv2d sigmoid output"),
        new Case(
            "a picture with axes in another order",
            picture()
                .then("Relu")
                .then("Transpose", perm(0, 3, 2, 1))
                .then("GlobalAveragePool")
                .build(13),
            "input relu permute global_average_pool output"),
        new Case(
            "a picture counted anew",
            picture().then("Reshape", "turned").then("Conv", "square").build(13),
            "input conv2d output"),
        new Case(
            "flattened from the first axis on",
            picture().then("Flatten", Map.of("axis", whole(0))).build(13),
            "input output"),
        new Case(
            "flattened from the end",
            picture().then("Relu").then("Flatten", Map.of("axis", whole(-1))).build(13),
            "input relu output"),
        new Case(
            "a factor for each channel",
            picture().then("Relu").then("Mul", "channels").build(13),
            "input relu batch_normalization output"),
        new Case(
            "an addend for each column",
            picture().then("Relu").then("Add", "columns").build(13),
            "input relu reshape batch_normalization output"),
        new Case(
            "a difference for each element",
            picture().then("Relu").then("Sub", "all").build(13),
            "input relu reshape batch_normalization output"),
        new Case(
            "a quotient with one number",
            picture().then("Transpose", perm(0, 2, 1, 3)).then("Div", "one").build(13),
            "input batch_normalization output"),
        new Case(
            "a constant minus numbers, and a difference",
            OnnxModels.of(4, 1, 3)
                .normal("c", 1, 3)
                .node(OnnxNode.of("Sub", List.of("c", "x"), "left"))
                .then("Sub", "x")
                .build(13),
            "input batch_normalization batch_normalization add output"),
        new Case(
            "a mean over time",
            sequence()
                .then("Relu")
                .then("ReduceMean", Map.of("axes", OnnxModels.wholes(1)))
                .build(13),
            "input relu channel_average output"),
        new Case(
            "a sum over channels",
            picture().constant(numbers("one axis", 1)).then("ReduceSum", "one axis").build(13),
            "input channel_sum output"),
        new Case(
            "an average that does not count its padding",
            picture()
                .then(
                    "AveragePool",
                    Map.of(
                        "kernel_shape",
                        OnnxModels.wholes(3, 3),
                        "pads",
                        OnnxModels.wholes(1, 1, 1, 1)))
                .build(13),
            "input average_pool2d reshape batch_normalization output"),
        new Case(
            "windows that lie partly outside",
            OnnxModels.of(5, 1, 2, 5, 5)
                .then(
                    "MaxPool",
                    Map.of(
                        "kernel_shape",
                        OnnxModels.wholes(2, 2),
                        "strides",
                        OnnxModels.wholes(2, 2),
                        "ceil_mode",
                        whole(1)))
                .build(13),
            "input max_pool2d output"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theyMeanWhatOnnxruntimeSays(Case each) throws Exception {
    ImportedRun run = new ImportedRun(compiler, each.model, new BitWidths(12, 12));
    assertThat(run.model().graph().nodes().stream().map(node -> node.type()).toList())
        .containsExactly(each.types.split(" "));
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(each.model))) {
      Random random = new Random(3);
      for (int i = 0; i < 5; i++) {
        double[] input =
            random.doubles(run.model().inputShape().size(), -2, 2).map(x -> (float) x).toArray();
        double[] expected = oracle.run(OnnxruntimeTest.extents(each.model), input);
        double[] real = run.real(input);
        double[] integers = run.quantized(input);
        assertThat(real).hasSameSizeAs(expected);
        for (int k = 0; k < real.length; k++) {
          assertThat(real[k]).isCloseTo(expected[k], within(1e-5));
          assertThat(integers[k]).isCloseTo(expected[k], within(0.1));
        }
      }
    }
  }
}
