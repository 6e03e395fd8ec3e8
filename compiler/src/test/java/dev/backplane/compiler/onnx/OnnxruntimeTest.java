package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.Compiler;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Imported models compute what onnxruntime computes. */
class OnnxruntimeTest {
  private final Compiler compiler = Compiler.load();

  static Stream<OnnxModel> floatModels() {
    return Stream.of(
        OnnxModels.perceptron(),
        OnnxModels.pictures(),
        OnnxModels.sequences(),
        OnnxModels.channelsLast(),
        OnnxModels.residual(),
        OnnxModels.fire(),
        OnnxModels.joinedChannelsLast(),
        OnnxModels.slopes(),
        OnnxModels.padded());
  }

  static Stream<OnnxModel> quantizedModels() {
    return Stream.of(QuantizedModels.qcdq(), QuantizedModels.pictures(), QuantizedModels.joined());
  }

  @ParameterizedTest
  @MethodSource("floatModels")
  void aFloatModelMeansTheSameInRealNumbers(OnnxModel model) throws Exception {
    ImportedRun run = new ImportedRun(compiler, model, new BitWidths(16, 16));
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      Random random = new Random(11);
      for (int i = 0; i < 10; i++) {
        double[] input = input(random, run.model().inputShape().size());
        double[] expected = oracle.run(extents(model), input);
        double[] real = run.real(input);
        assertThat(real).hasSameSizeAs(expected);
        for (int k = 0; k < real.length; k++) {
          assertThat(real[k]).isCloseTo(expected[k], within(1e-5));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("quantizedModels")
  void aQuantisedModelComputesTheSameNumbersExactly(OnnxModel model) throws Exception {
    ImportedRun run = new ImportedRun(compiler, model, new BitWidths(8, 8));
    assertThat(run.model().warnings()).isEmpty();
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      Random random = new Random(12);
      for (int i = 0; i < 200; i++) {
        double[] input = input(random, run.model().inputShape().size());
        assertThat(run.quantized(input)).containsExactly(oracle.run(extents(model), input));
      }
    }
  }

  @Test
  void layersOfSignsNeedNoMultiplierAndComputeTheSameNumbersExactly() throws Exception {
    ImportedRun run = new ImportedRun(compiler, QuantizedModels.signs(), new BitWidths(8, 8));
    assertThat(run.model().graph().nodes())
        .extracting(node -> node.type())
        .containsExactly(
            "input",
            "sign",
            "binary_conv2d",
            "sign",
            "max_pool2d",
            "binary_linear",
            "batch_normalization",
            "linear",
            "output");
    assertThat(run.model().warnings()).isEmpty();
    OnnxModel plain = QuantizedModels.signsInPlainOperators();
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(plain))) {
      Random random = new Random(14);
      for (int i = 0; i < 200; i++) {
        double[] input = input(random, run.model().inputShape().size());
        // A number that is rounded to 0 has lost its sign.
        Arrays.setAll(input, k -> input[k] < 0 ? input[k] - 0.25 : input[k]);
        double[] expected = oracle.run(extents(plain), input);
        assertThat(run.quantized(input)).containsExactly(expected);
        assertThat(run.real(input)).containsExactly(expected);
      }
    }
  }

  @Test
  void theSameNetworkInAnotherDialectComputesTheSameNumbers() {
    ImportedRun qcdq = new ImportedRun(compiler, QuantizedModels.qcdq(), new BitWidths(8, 8));
    ImportedRun qonnx = new ImportedRun(compiler, QuantizedModels.qonnx(), new BitWidths(8, 8));
    Random random = new Random(13);
    for (int i = 0; i < 200; i++) {
      double[] input = input(random, 48);
      assertThat(qonnx.quantized(input)).containsExactly(qcdq.quantized(input));
    }
  }

  static long[] extents(OnnxModel model) {
    return model.graph().inputs().getFirst().extents().stream()
        .mapToLong(extent -> ((OnnxValue.Extent.Known) extent).size())
        .toArray();
  }

  private static double[] input(Random random, int size) {
    double[] numbers = new double[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = (float) (4 * random.nextDouble() - 2);
    }
    return numbers;
  }
}
