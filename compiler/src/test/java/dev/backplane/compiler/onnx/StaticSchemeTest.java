package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.QuantizationOptions.Weights;
import dev.backplane.compiler.calibration.StaticScheme;
import dev.backplane.compiler.calibration.StaticScheme.Grid;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scheme that others are compared with is what onnxruntime computes of a quantised model. */
class StaticSchemeTest {
  private static final int INPUTS = 12;
  private static final int HIDDEN = 9;
  private static final int OUTPUTS = 4;
  private static final int MOST = 127;
  private static final OnnxAttribute ROWS = new OnnxAttribute.Whole(0);

  private final Compiler compiler = Compiler.load();
  private final Random random = new Random(5);
  private final double[] first = numbers(HIDDEN * INPUTS, 0.4);
  private final double[] firstBias = numbers(HIDDEN, 0.2);
  private final double[] second = numbers(OUTPUTS * HIDDEN, 0.5);
  private final double[] secondBias = numbers(OUTPUTS, 0.2);

  /** Numbers that floats have, so that both sides begin with the same. */
  private double[] numbers(int count, double size) {
    return random.doubles(count, -size, size).map(number -> (float) number).toArray();
  }

  @ParameterizedTest
  @EnumSource
  void itGivesWhatOnnxruntimeGives(Weights weights) throws Exception {
    Graph graph = compiler.ir2ir().run(OnnxImport.of(floats(), new BitWidths(8, 8)).graph());
    List<Map<String, RealTensor>> samples = samples(50);
    StaticScheme scheme = StaticScheme.of(graph, compiler.components(), samples, weights, 8, 8);
    List<Grid> grids = new ArrayList<>(scheme.grids().values());
    assertThat(grids).hasSize(3);
    double[] input = samples.stream().flatMapToDouble(StaticSchemeTest::elements).toArray();
    double least = Arrays.stream(input).min().orElseThrow();
    double largest = Arrays.stream(input).max().orElseThrow();
    assertThat(grids.getFirst().scale()).isCloseTo((largest - least) / 255, within(1e-12));
    assertThat(grids.getFirst().zero()).isEqualTo(Math.round(-least / ((largest - least) / 255)));
    // Behind a ReLU all numbers are positive.
    assertThat(grids.get(1).zero()).isZero();

    int other = 0;
    List<Map<String, RealTensor>> more = samples(300);
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(quantized(grids, weights)))) {
      for (Map<String, RealTensor> sample : more) {
        double[] expected = oracle.run(new long[] {1, INPUTS}, elements(sample).toArray());
        double[] found = scheme.run(sample).lastEntry().getValue().toArray();
        for (int i = 0; i < OUTPUTS; i++) {
          assertThat(found[i]).isCloseTo(expected[i], within(2.1 * grids.get(2).scale()));
          other += Math.abs(found[i] - expected[i]) > 1e-4 ? 1 : 0;
        }
      }
    }
    // Floats round their sums, so that a number in the middle of two may become the other one.
    assertThat(other).isLessThan(more.size() * OUTPUTS / 100);
  }

  private static DoubleStream elements(Map<String, RealTensor> sample) {
    return sample.values().stream().flatMapToDouble(each -> Arrays.stream(each.toArray()));
  }

  private List<Map<String, RealTensor>> samples(int count) {
    List<Map<String, RealTensor>> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(Map.of("in", RealTensor.of(Shape.of(INPUTS), numbers(INPUTS, 1.5 + i % 3))));
    }
    return samples;
  }

  private OnnxModel floats() {
    return OnnxModels.of(1, 1, INPUTS)
        .constant(OnnxTensor.of("w1", ElementType.FLOAT, List.of(HIDDEN, INPUTS), first))
        .constant(OnnxTensor.of("b1", ElementType.FLOAT, List.of(HIDDEN), firstBias))
        .constant(OnnxTensor.of("w2", ElementType.FLOAT, List.of(OUTPUTS, HIDDEN), second))
        .constant(OnnxTensor.of("b2", ElementType.FLOAT, List.of(OUTPUTS), secondBias))
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w1", "b1")
        .then("Relu")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w2", "b2")
        .build();
  }

  /** The same model as the quantiser of onnxruntime writes it. */
  private OnnxModel quantized(List<Grid> grids, Weights weights) {
    OnnxModels model = OnnxModels.of(1, 1, INPUTS);
    for (int i = 0; i < grids.size(); i++) {
      model
          .constant(OnnxTensor.of("s" + i, ElementType.FLOAT, List.of(), grids.get(i).scale()))
          .constant(
              OnnxTensor.of("z" + i, ElementType.UINT8, List.of(), (double) grids.get(i).zero()));
    }
    model.then("QuantizeLinear", "s0", "z0").then("DequantizeLinear", "s0", "z0");
    layer(model, "1", first, firstBias, grids.getFirst().scale(), weights);
    model.then("Relu").then("QuantizeLinear", "s1", "z1").then("DequantizeLinear", "s1", "z1");
    layer(model, "2", second, secondBias, grids.get(1).scale(), weights);
    return model.then("QuantizeLinear", "s2", "z2").then("DequantizeLinear", "s2", "z2").build();
  }

  private static void layer(
      OnnxModels model, String name, double[] weights, double[] bias, double input, Weights by) {
    int rows = bias.length;
    int each = weights.length / rows;
    int count = by == Weights.PER_CHANNEL ? rows : 1;
    double[] steps = new double[count];
    for (int i = 0; i < weights.length; i++) {
      int at = i / each % count;
      steps[at] = Math.max(steps[at], Math.abs(weights[i]) / MOST);
    }
    double[] codes = new double[weights.length];
    double[] biasCodes = new double[rows];
    double[] biasSteps = new double[rows];
    Arrays.setAll(codes, i -> Math.rint(weights[i] / steps[i / each % count]));
    Arrays.setAll(biasSteps, i -> steps[i % count] * input);
    Arrays.setAll(biasCodes, i -> Math.rint(bias[i] / biasSteps[i]));
    List<Integer> shape = count == 1 ? List.of() : List.of(rows);
    model
        .constant(OnnxTensor.of("w" + name, ElementType.INT8, List.of(rows, each), codes))
        .constant(OnnxTensor.of("ws" + name, ElementType.FLOAT, shape, steps))
        .constant(OnnxTensor.of("wz" + name, ElementType.INT8, shape, new double[count]))
        .constant(OnnxTensor.of("b" + name, ElementType.INT32, List.of(rows), biasCodes))
        .constant(OnnxTensor.of("bs" + name, ElementType.FLOAT, List.of(rows), biasSteps))
        .constant(OnnxTensor.of("bz" + name, ElementType.INT32, List.of(rows), new double[rows]))
        .aside(
            "wf" + name,
            "DequantizeLinear",
            Map.of("axis", ROWS),
            "w" + name,
            "ws" + name,
            "wz" + name)
        .aside(
            "bf" + name,
            "DequantizeLinear",
            Map.of("axis", ROWS),
            "b" + name,
            "bs" + name,
            "bz" + name)
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "wf" + name, "bf" + name);
  }
}
