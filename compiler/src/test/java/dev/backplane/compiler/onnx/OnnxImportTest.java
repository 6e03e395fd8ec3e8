package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OnnxImportTest {
  private final Compiler compiler = Compiler.load();

  @Test
  void aModelThatIsWrittenAndReadAgainIsTheSame() {
    OnnxModel model = OnnxModels.perceptron();
    OnnxModel read = OnnxReader.read(OnnxWriter.toBytes(model));
    assertThat(OnnxWriter.toBytes(read)).isEqualTo(OnnxWriter.toBytes(model));
    assertThat(read.graph().nodes()).isEqualTo(model.graph().nodes());
    assertThat(read.opsets()).isEqualTo(model.opsets());
  }

  @Test
  void aNetworkOfLayersBecomesAChainAndSoftmaxStaysOnTheHost() {
    ImportedModel imported = OnnxImport.of(OnnxModels.perceptron(), new BitWidths(8, 6));
    assertThat(imported.graph().nodes())
        .extracting(node -> node.name() + ":" + node.type())
        .containsExactly("in:input", "gemm1:linear", "relu2:relu", "matmul3:linear", "out:output");
    assertThat(imported.hostSteps()).containsExactly(HostStep.SOFTMAX);
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void calibratedIntegersAreNearTheRealNumbers() {
    ImportedModel imported = OnnxImport.of(OnnxModels.perceptron(), new BitWidths(12, 12));
    Calibration calibration = new Calibration(imported.graph(), compiler.components());
    Random random = new Random(3);
    for (int i = 0; i < 50; i++) {
      calibration.add(Map.of("in", sample(imported, random)));
    }
    Graph formats = calibration.formats(1);
    TypedGraph typed = compiler.infer(compiler.quantize(formats));
    Interpreter interpreter = Interpreter.of(typed);
    RealInterpreter reals = RealInterpreter.of(imported.graph(), compiler.components());
    FixedPoint in = typed.type(typed.graph().node("in")).format();
    FixedPoint out = typed.type(typed.graph().node("out")).format();
    for (int i = 0; i < 20; i++) {
      RealTensor sample = sample(imported, random);
      RealTensor expected = reals.run(Map.of("in", sample)).lastEntry().getValue();
      long[] integers = new long[sample.size()];
      for (int k = 0; k < integers.length; k++) {
        integers[k] = in.quantize(sample.get(k));
      }
      long[] result = interpreter.run(integers);
      for (int k = 0; k < result.length; k++) {
        assertThat(out.real(result[k])).isCloseTo(expected.get(k), within(0.02));
      }
    }
    assertThat(compiler.verilog().lower("net", typed).files()).isNotEmpty();
  }

  private static RealTensor sample(ImportedModel imported, Random random) {
    double[] numbers = new double[imported.inputShape().size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 2 * random.nextDouble() - 1;
    }
    return imported.inputTensor(numbers);
  }
}
