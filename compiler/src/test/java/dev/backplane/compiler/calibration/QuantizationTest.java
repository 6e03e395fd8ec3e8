package dev.backplane.compiler.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.QuantizationOptions.Weights;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of integers are as near to the real ones as those of onnxruntime's static quantiser. */
class QuantizationTest {
  private static final int CALIBRATION = 200;
  private static final int SAMPLES = 400;
  private static final int SAMPLES_OF_VECTORS = 4000;

  private final Compiler compiler = Compiler.load();

  @ParameterizedTest
  @ValueSource(
      strings = {"lenet", "resnet8", "dscnn", "autoencoder", "jets", "keywords", "mobilenet"})
  void eightBitsAreAsNearAsThoseOfTheStaticScheme(String network) {
    for (Weights weights : Weights.values()) {
      Figures figures = figures(network, 8, 8, weights);
      assertThat(figures.ours().decibels().orElseThrow())
          .as(network + " " + weights + " " + figures)
          .isGreaterThan(figures.theirs().decibels().orElseThrow() - 0.5);
      if (!network.equals("autoencoder")) {
        assertThat(figures.ours().agreement())
            .as(network + " " + weights + " " + figures)
            .isGreaterThanOrEqualTo(figures.theirs().agreement() - 0.005);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lenet", "resnet8", "dscnn", "autoencoder", "jets", "keywords", "mobilenet"})
  void fourBitsAreNearerThanThoseOfTheStaticScheme(String network) {
    for (Weights weights : Weights.values()) {
      Figures figures = figures(network, 4, 4, weights);
      assertThat(figures.ours().decibels().orElseThrow())
          .as(network + " " + weights + " " + figures)
          .isGreaterThan(figures.theirs().decibels().orElseThrow());
    }
  }

  private record Figures(Fidelity ours, Fidelity theirs) {
    @Override
    public String toString() {
      return "%.2f dB, %.1f %%, beside %.2f dB, %.1f %%"
          .formatted(
              ours.decibels().orElse(0),
              100 * ours.agreement(),
              theirs.decibels().orElse(0),
              100 * theirs.agreement());
    }
  }

  private Figures figures(String name, int width, int weightWidth, Weights weights) {
    Graph graph = compiler.ir2ir().run(TypicalNetworks.all(width, weightWidth).get(name));
    List<Map<String, RealTensor>> calibration = TypicalNetworks.samples(graph, CALIBRATION, 1);
    Quantization quantization =
        new Quantization(
            graph, compiler.components(), QuantizationOptions.accurate().with(weights));
    calibration.forEach(quantization::add);
    TypedGraph typed = compiler.infer(compiler.quantize(quantization.formats()));
    StaticScheme scheme =
        StaticScheme.of(graph, compiler.components(), calibration, weights, width, weightWidth);
    RealInterpreter real = RealInterpreter.of(graph, compiler.components());
    Interpreter integers = Interpreter.of(typed);
    Figures figures = new Figures(new Fidelity(), new Fidelity());
    for (Map<String, RealTensor> sample : samples(graph)) {
      RealTensor expected = output(real.run(sample));
      figures.ours().add(expected, integers(typed, integers, sample));
      figures.theirs().add(expected, output(scheme.run(sample)));
    }
    return figures;
  }

  /** Perceptrons are quick, and many samples leave little to chance. */
  private static List<Map<String, RealTensor>> samples(Graph graph) {
    boolean isVector = Shape.of(graph.node("in").attributes()).extents().size() == 1;
    return TypicalNetworks.samples(graph, isVector ? SAMPLES_OF_VECTORS : SAMPLES, 2);
  }

  private static RealTensor output(Map<String, RealTensor> values) {
    RealTensor output = values.get("out");
    assertThat(output).isNotNull();
    return output;
  }

  private static RealTensor integers(
      TypedGraph typed, Interpreter interpreter, Map<String, RealTensor> sample) {
    var in = typed.type(typed.order().getFirst()).format();
    var out = typed.type(typed.order().getLast());
    double[] numbers = sample.get("in").toArray();
    long[] input = new long[numbers.length];
    for (int i = 0; i < input.length; i++) {
      input[i] = in.quantize(numbers[i]);
    }
    long[] result = interpreter.run(input);
    double[] reals = new double[result.length];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = out.format().real(result[i]);
    }
    return RealTensor.of(out.shape(), reals);
  }
}
