package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.fixed.FixedPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Models whose scales are no powers of two: stored integers are those of the model, and results are
 * within one step of what onnxruntime computes in floats.
 */
class ScaledQuantizersTest {
  private static final double[] STEPS = {0.0173, 0.0291, 0.0417, 0.0583, 0.0719};
  private static final BitWidths WIDTHS = new BitWidths(8, 8);

  private final Compiler compiler = Compiler.load();
  private final Random random = new Random(9);
  private final List<OnnxTensor> constants = new ArrayList<>();
  private final List<OnnxNode> nodes = new ArrayList<>();

  private String constant(String name, ElementType type, List<Integer> extents, double... numbers) {
    constants.add(OnnxTensor.of(name, type, extents, numbers));
    return name;
  }

  private String step(int index, double step) {
    return constant("s" + index, ElementType.FLOAT, List.of(), step);
  }

  /** Of 7 bits: onnxruntime saturates sums of larger products with unsigned bytes on some CPUs. */
  private String weights(String name, Integer... extents) {
    int size = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    return constant(
        name,
        ElementType.INT8,
        List.of(extents),
        random.ints(size, -63, 64).asDoubleStream().toArray());
  }

  private String scales(String name, int count) {
    return constant(
        name,
        ElementType.FLOAT,
        count == 1 ? List.of() : List.of(count),
        random.doubles(count, 0.002, 0.009).toArray());
  }

  private void node(String operator, String output, String... inputs) {
    nodes.add(OnnxNode.of(operator, List.of(inputs), output));
  }

  private void node(
      String operator, Map<String, OnnxAttribute> attributes, String output, String... inputs) {
    nodes.add(OnnxNode.of(operator, List.of(inputs), output).with(attributes));
  }

  private static Map<String, OnnxAttribute> axis(long axis) {
    return Map.of("axis", new OnnxAttribute.Whole(axis));
  }

  private void quantizers(ElementType type) {
    double zero = type == ElementType.UINT8 ? 131 : 3;
    for (int i = 0; i < STEPS.length; i++) {
      step(i, STEPS[i]);
    }
    constant("z", type, List.of(), zero);
    constant("none", ElementType.INT8, List.of(), 0);
    constant("nones", ElementType.INT8, List.of(4), 0, 0, 0, 0);
  }

  private OnnxModel build(long... extents) {
    return new OnnxModel(
        8,
        "test",
        Map.of("", 13L, "com.microsoft", 1L),
        new OnnxGraph(
            "",
            nodes,
            constants,
            List.of(OnnxValue.of("x", ElementType.FLOAT, extents)),
            List.of(new OnnxValue("y", ElementType.FLOAT, List.of()))));
  }

  /** A convolution, a pool, a branch and a dense layer, as quantisers of exporters write them. */
  private OnnxModel between(ElementType type) {
    quantizers(type);
    weights("w", 4, 2, 3, 3);
    scales("ws", 4);
    constant("b", ElementType.INT32, List.of(4), 70, -900, 300, 4);
    weights("v", 16, 3);
    scales("vs", 1);
    node("QuantizeLinear", "q0", "x", "s0", "z");
    node("DequantizeLinear", "d0", "q0", "s0", "z");
    node("DequantizeLinear", axis(0), "dw", "w", "ws", "nones");
    node("Mul", "bs", "s0", "ws");
    node("DequantizeLinear", axis(0), "db", "b", "bs");
    node("Conv", Map.of("pads", OnnxModels.wholes(1, 1, 1, 1)), "c", "d0", "dw", "db");
    node("Relu", "r", "c");
    node("QuantizeLinear", "q1", "r", "s2", "z");
    node("MaxPool", window(), "m", "q1");
    node("DequantizeLinear", "d1", "m", "s2", "z");
    node("DequantizeLinear", "dr", "q1", "s2", "z");
    node("AveragePool", window(), "a", "dr");
    node("QuantizeLinear", "q2", "a", "s1", "z");
    node("DequantizeLinear", "d2", "q2", "s1", "z");
    node("Add", "sum", "d1", "d2");
    node("QuantizeLinear", "q3", "sum", "s3", "z");
    node("DequantizeLinear", "d3", "q3", "s3", "z");
    node("Flatten", "f", "d3");
    node("DequantizeLinear", "dv", "v", "vs", "none");
    node("MatMul", "p", "f", "dv");
    node("QuantizeLinear", "q4", "p", "s4", "z");
    node("DequantizeLinear", "y", "q4", "s4", "z");
    return build(1, 2, 4, 4);
  }

  private static Map<String, OnnxAttribute> window() {
    return Map.of("kernel_shape", OnnxModels.wholes(2, 2), "strides", OnnxModels.wholes(2, 2));
  }

  /** The same as operators on whole numbers. */
  private OnnxModel whole(ElementType type) {
    quantizers(type);
    weights("w", 4, 2, 3, 3);
    scales("ws", 4);
    constant("b", ElementType.INT32, List.of(4), 70, -900, 300, 4);
    weights("v", 64, 5);
    scales("vs", 1);
    weights("u", 3, 5);
    constant("ub", ElementType.INT32, List.of(3), 7, -80, 2000);
    node("QuantizeLinear", "q0", "x", "s0", "z");
    node(
        "QLinearConv",
        Map.of("pads", OnnxModels.wholes(1, 1, 1, 1)),
        "q1",
        "q0",
        "s0",
        "z",
        "w",
        "ws",
        "nones",
        "s2",
        "z",
        "b");
    node("Flatten", "f", "q1");
    node("QLinearMatMul", "q2", "f", "s2", "z", "v", "vs", "none", "s3", "z");
    nodes.add(
        new OnnxNode(
            "gemm",
            "QGemm",
            "com.microsoft",
            List.of("q2", "s3", "z", "u", "vs", "none", "ub", "s4", "z"),
            List.of("q3"),
            Map.of("transB", new OnnxAttribute.Whole(1))));
    node("DequantizeLinear", "y", "q3", "s4", "z");
    return build(1, 2, 4, 4);
  }

  private void isNear(OnnxModel model, double step) throws Exception {
    ImportedRun run = new ImportedRun(compiler, model, WIDTHS);
    int equal = 0;
    int all = 0;
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      for (int i = 0; i < 200; i++) {
        double[] input =
            random.doubles(run.model().inputShape().size(), -2, 2).map(x -> (float) x).toArray();
        double[] expected = oracle.run(OnnxruntimeTest.extents(model), input);
        double[] given = run.quantized(input);
        assertThat(given).hasSameSizeAs(expected);
        for (int k = 0; k < given.length; k++) {
          double apart = Math.abs(given[k] - expected[k]) / step;
          assertThat(apart).isLessThan(1.01);
          equal += apart < 0.01 ? 1 : 0;
          all++;
        }
      }
    }
    assertThat(equal).as("equal of " + all).isGreaterThan(all * 95 / 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UINT8", "INT8"})
  void operatorsBetweenQuantisersAreWithinAStepOfOnnxruntime(String type) throws Exception {
    isNear(between(ElementType.valueOf(type)), STEPS[4]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UINT8", "INT8"})
  void operatorsOnWholeNumbersAreWithinAStepOfOnnxruntime(String type) throws Exception {
    isNear(whole(ElementType.valueOf(type)), STEPS[4]);
  }

  @Test
  void integersAreThoseOfTheModelLess128() {
    ImportedRun run = new ImportedRun(compiler, between(ElementType.UINT8), WIDTHS);
    FixedPoint input = run.typed().type(run.typed().graph().node("in")).format();
    FixedPoint output = run.typed().type(run.typed().graph().node("out")).format();

    assertThat(input.width()).isEqualTo(8);
    assertThat(input.zero()).isEqualTo(131 - 128);
    assertThat(input.step()).isEqualTo((float) STEPS[0]);
    assertThat(output.step()).isEqualTo((float) STEPS[4]);
    assertThat(output.quantize(1)).isEqualTo(Math.round(1 / (float) STEPS[4]) + 131 - 128);
  }
}
