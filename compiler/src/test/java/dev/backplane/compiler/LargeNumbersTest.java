package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.calibration.Saturation;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that are larger than their bits count have steps above 1, and do not saturate. */
class LargeNumbersTest {
  private static final int CHANNELS = 4;

  private final Compiler compiler = Compiler.load();

  /** Numbers of a range, normalised, with what networks are made of behind. */
  private static Graph network(String type, double largest, Attributes more) {
    return Networks.chain(
        Attributes.NONE.with("shape", Shape.of(3, 3, CHANNELS).toAttribute()).with("width", 8),
        List.of(
            Attributes.NONE
                .with("weights", reals(CHANNELS, 2 / largest))
                .with("bias", reals(CHANNELS, -1))
                .with("weight_width", 8)
                .with("width", 8),
            more,
            layer(CHANNELS, 5)),
        List.of("batch_normalization", type, "conv2d"));
  }

  private static Attributes layer(int inputs, double factor) {
    Random random = new Random(4);
    double[] weights = random.doubles(2L * inputs, -factor, factor).toArray();
    return Attributes.NONE
        .with("weights", RealTensor.of(Shape.of(2, 1, 1, inputs), weights))
        .with("weight_width", 8)
        .with("width", 8);
  }

  private static RealTensor reals(int count, double value) {
    double[] numbers = new double[count];
    Arrays.fill(numbers, value);
    return RealTensor.of(Shape.of(count), numbers);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 255, 65_535, 1e9})
  void eightBitsAreAsGoodForEveryRange(double largest) {
    Graph graph = network("relu", largest, Attributes.NONE);
    assertThat(noise(graph, largest)).isGreaterThan(33);
  }

  @ParameterizedTest
  @ValueSource(strings = {"average_pool2d", "max_pool2d", "leaky_relu", "requantize"})
  void everyComponentTakesLargeNumbers(String type) {
    Attributes more =
        type.endsWith("pool2d")
            ? Attributes.NONE.with(
                "kernel",
                new Attribute.Sequence(List.of(new Attribute.Whole(2), new Attribute.Whole(2))))
            : Attributes.NONE;
    Attributes open = type.startsWith("max") ? more : more.with("width", 8);
    Graph graph =
        Networks.chain(
            Attributes.NONE.with("shape", Shape.of(3, 3, CHANNELS).toAttribute()).with("width", 8),
            List.of(open, layer(CHANNELS, 300)),
            List.of(type, "conv2d"));
    assertThat(noise(graph, 5000)).isGreaterThan(33);
  }

  /** The noise of the integers, in decibels below the real results. */
  private double noise(Graph graph, double largest) {
    Calibration calibration = new Calibration(graph, compiler.components());
    Random random = new Random(9);
    List<RealTensor> samples = random.ints(40).mapToObj(seed -> sample(seed, largest)).toList();
    samples.forEach(sample -> calibration.add(Map.of("in", sample)));
    assertThat(calibration.saturation(1)).allMatch(tensor -> tensor.beyond() == 0);
    TypedGraph typed = compiler.infer(compiler.quantize(calibration.formats(1)));
    RealInterpreter reals = RealInterpreter.of(graph, compiler.components());
    Interpreter integers = Interpreter.of(typed);
    FixedPoint in = typed.type(typed.graph().node("in")).format();
    FixedPoint out = typed.type(typed.graph().node("out")).format();
    double signal = 0;
    double noise = 0;
    for (RealTensor sample : samples) {
      double[] expected = reals.run(Map.of("in", sample)).lastEntry().getValue().toArray();
      long[] given =
          integers.run(Arrays.stream(sample.toArray()).mapToLong(in::quantize).toArray());
      for (int i = 0; i < given.length; i++) {
        signal += expected[i] * expected[i];
        noise += Math.pow(out.real(given[i]) - expected[i], 2);
      }
    }
    assertThat(compiler.verilog().lower("net", typed).files()).isNotEmpty();
    assertThat(compiler.vhdl().lower("net", typed).files()).isNotEmpty();
    return 10 * Math.log10(signal / noise);
  }

  private static RealTensor sample(int seed, double largest) {
    double[] numbers = new Random(seed).doubles(9 * CHANNELS, 0, largest).toArray();
    return RealTensor.of(Shape.of(3, 3, CHANNELS), numbers);
  }

  @Test
  void countsSaturatedValuesOfEachTensor() {
    Graph graph =
        Networks.chain(
            Attributes.NONE.with("shape", Shape.of(100).toAttribute()).with("width", 8),
            List.of(Attributes.NONE.with("width", 8)),
            List.of("requantize"));
    double[] numbers = new double[100];
    Arrays.setAll(numbers, i -> i == 0 ? 0 : i < 97 ? 1 : 1000);
    Calibration calibration = new Calibration(graph, compiler.components());
    calibration.add(Map.of("in", RealTensor.of(Shape.of(100), numbers)));

    assertThat(calibration.saturation(0.96))
        .containsExactly(
            new Saturation("node in", 99, 3), new Saturation("node requantize0", 99, 3));
    assertThat(calibration.saturation(1)).allMatch(tensor -> tensor.share() == 0);
  }

  @Test
  void numbersThatNoFormatHasAreCountedToo() {
    Graph graph =
        Networks.chain(
            Attributes.NONE.with("shape", Shape.of(2).toAttribute()).with("width", 8),
            List.of(),
            List.of());
    Calibration calibration = new Calibration(graph, compiler.components());
    calibration.add(Map.of("in", RealTensor.of(Shape.of(2), 1e30, 1)));

    assertThat(calibration.saturation(1)).containsExactly(new Saturation("node in", 2, 1));
  }

  @Test
  void formatsThatAreTooFarFromEachOtherAreRefused() {
    Graph graph =
        Networks.chain(
            Networks.input(8, 48, 2),
            List.of(Attributes.NONE.with("width", 8).with("fraction", -32)),
            List.of("requantize"));
    assertThatThrownBy(() -> compiler.infer(graph))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("nearer to each other");
  }
}
