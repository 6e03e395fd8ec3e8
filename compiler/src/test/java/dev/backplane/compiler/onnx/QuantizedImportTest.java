package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.calibration.Quantization;
import dev.backplane.compiler.calibration.QuantizationOptions;
import dev.backplane.compiler.calibration.QuantizationOptions.BitsOf;
import dev.backplane.compiler.calibration.QuantizationOptions.Ranges;
import dev.backplane.compiler.calibration.QuantizationReport;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Imported models get formats of any scale, and become hardware. */
class QuantizedImportTest {
  private static final int SAMPLES = 60;

  private final Compiler compiler = Compiler.load();

  static List<OnnxModel> models() {
    return List.of(
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

  private Quantization quantization(OnnxModel model, QuantizationOptions options) {
    Graph graph = compiler.ir2ir().run(OnnxImport.of(model, new BitWidths(8, 8)).graph());
    return new Quantization(graph, compiler.components(), options).addNormal(SAMPLES);
  }

  @ParameterizedTest
  @MethodSource("models")
  void theIntegersAreNearTheRealNumbersAndBecomeHardware(OnnxModel model) {
    Quantization quantization = quantization(model, QuantizationOptions.accurate());
    Graph formats = quantization.formats();
    TypedGraph typed = compiler.infer(compiler.quantize(formats));
    QuantizationReport report =
        QuantizationReport.of(quantization, formats, typed, compiler.components());
    double ours = report.output().getFirst().fidelity().decibels().orElseThrow();
    double theirs = report.output().getLast().fidelity().decibels().orElseThrow();
    // The other scheme leaves an lstm in floats; here its gates and its state are rounded too.
    boolean isRecurrent = formats.nodes().stream().anyMatch(node -> node.type().equals("lstm"));
    assertThat(ours)
        .as("onnxruntime's scheme has %.2f dB", theirs)
        .isGreaterThan(isRecurrent ? 30 : theirs - 0.5);
    assertThat(compiler.verilog().lower("net", typed).files()).isNotEmpty();
    assertThat(compiler.vhdl().lower("net", typed).files()).isNotEmpty();
    assertThat(compiler.torch().lower("net", typed)).isNotNull();
    assertThat(compiler.resources().estimate(typed).unknown()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("models")
  void powersOfTwoAreThoseOfTheCalibration(OnnxModel model) {
    Graph graph = OnnxImport.of(model, new BitWidths(8, 8)).graph();
    Graph before =
        compiler.quantize(
            new Calibration(graph, compiler.components()).addNormal(SAMPLES).formats(1));
    Graph now = compiler.quantize(quantization(model, QuantizationOptions.powersOfTwo()).formats());
    assertThat(now).isEqualTo(before);
  }

  @Test
  void equalChannelsLeaveWhatTheNetworkMeans() {
    Quantization plain = quantization(OnnxModels.perceptron(), QuantizationOptions.accurate());
    Quantization equal =
        quantization(OnnxModels.perceptron(), QuantizationOptions.accurate().withEqualize(true));
    assertThat(equal.graph()).isNotEqualTo(plain.graph());
    RealInterpreter one = RealInterpreter.of(plain.graph(), compiler.components());
    RealInterpreter other = RealInterpreter.of(equal.graph(), compiler.components());
    for (Map<String, RealTensor> sample : plain.samples()) {
      double[] expected = one.run(sample).lastEntry().getValue().toArray();
      double[] found = other.run(sample).lastEntry().getValue().toArray();
      for (int i = 0; i < expected.length; i++) {
        assertThat(found[i]).isCloseTo(expected[i], within(1e-9));
      }
    }
  }

  @Test
  void singleLayersHaveOtherBits() {
    QuantizationOptions options =
        QuantizationOptions.accurate()
            .with(Ranges.MIN_MAX)
            .withBits(List.of(new BitsOf("gemm*", 6, 5)));
    Graph formats = quantization(OnnxModels.perceptron(), options).formats();
    List<Node> layers =
        formats.nodes().stream().filter(node -> node.type().equals("linear")).toList();
    assertThat(layers)
        .extracting(
            node -> node.name().startsWith("gemm"),
            node -> node.attributes().integer("width"),
            node -> node.attributes().integer("weight_width"))
        .containsExactly(tuple(true, 6, 5), tuple(false, 8, 8));
  }
}
