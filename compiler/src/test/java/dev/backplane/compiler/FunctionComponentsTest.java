package dev.backplane.compiler;

import static dev.backplane.compiler.BitEquality.NIGHTLY_VECTORS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the components that work on elements compute, beside what they mean. */
class FunctionComponentsTest {
  private static final FixedPoint INPUT = new FixedPoint(8, 4);
  private static final FixedPoint OUTPUT = new FixedPoint(9, 6);

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  private Graph graph(String type, Attributes attributes, int... extents) {
    return Networks.chain(
        Networks.input(INPUT.width(), INPUT.fraction(), extents),
        List.of(attributes),
        List.of(type));
  }

  private long[] run(Graph graph, long... input) {
    return Interpreter.of(compiler.infer(compiler.quantize(graph))).run(input);
  }

  private static Attributes format() {
    return Attributes.NONE.with("width", OUTPUT.width()).with("fraction", OUTPUT.fraction());
  }

  private static long[] everyInput() {
    return LongStream.rangeClosed(INPUT.min(), INPUT.max()).toArray();
  }

  /** Every number of the format is what the exact result is when it is rounded once. */
  private void isExactly(String type, Attributes attributes, UnaryOperator<BigDecimal> function) {
    long[] inputs = everyInput();
    long[] results = run(graph(type, attributes, inputs.length), inputs);
    for (int i = 0; i < inputs.length; i++) {
      BigDecimal exact = function.apply(new BigDecimal(INPUT.real(inputs[i])));
      long rounded =
          exact
              .multiply(BigDecimal.valueOf(1L << OUTPUT.fraction()))
              .setScale(0, RoundingMode.HALF_EVEN)
              .longValueExact();
      assertThat(results[i]).as("%s of %d", type, inputs[i]).isEqualTo(OUTPUT.saturate(rounded));
    }
  }

  @Test
  void formatsAndLimitsAreRoundedOnce() {
    BigDecimal low = new BigDecimal("-1.53125");
    BigDecimal high = new BigDecimal("2.25");
    isExactly("requantize", format(), x -> x);
    isExactly("relu", format(), x -> x.max(BigDecimal.ZERO));
    isExactly("hard_tanh", format(), x -> x.max(BigDecimal.ONE.negate()).min(BigDecimal.ONE));
    isExactly(
        "clip",
        format()
            .with("low", new Attribute.Real(low.doubleValue()))
            .with("high", new Attribute.Real(high.doubleValue())),
        x -> x.max(low).min(high));
  }

  @Test
  void slopesAreExactUntilTheyAreRounded() {
    // Numbers with few bits, so that quantisation keeps them.
    BigDecimal alpha = new BigDecimal("0.171875");
    BigDecimal beta = new BigDecimal("0.40625");
    Attributes attributes =
        format()
            .with("alpha", new Attribute.Real(alpha.doubleValue()))
            .with("beta", new Attribute.Real(beta.doubleValue()));
    isExactly("leaky_relu", attributes, x -> x.signum() < 0 ? x.multiply(alpha) : x);
    isExactly(
        "hard_sigmoid",
        attributes,
        x -> x.multiply(alpha).add(beta).max(BigDecimal.ZERO).min(BigDecimal.ONE));
  }

  @Test
  void slopesHaveTheDefaultsOfTheirOperators() {
    assertThat(run(graph("hard_sigmoid", format(), 3), 0, 32, -128)).containsExactly(32, 58, 0);
    assertThat(run(graph("leaky_relu", format(), 2), -128, 64)).containsExactly(-5, 255);
  }

  @ParameterizedTest
  @CsvSource({
    "sigmoid, 0.5, 0.622459331201854593",
    "tanh, 0.5, 0.462117157260009758",
    "silu, -1.25, -0.278375221695015",
    "gelu, -1.25, -0.132062205416889",
    "exp, 0.75, 2.117000016612674669",
    "erf, 0.5, 0.520499877813046538",
    "elu, -1.25, -0.713495203139809886",
    "softplus, -1.25, 0.251929081286999",
    "softsign, -1.5, -0.6",
    "selu, -1.25, -1.254395450258987",
    "mish, -1.25, -0.308413961141528",
    "abs, -1.25, 1.25",
    "log, 0.75, -0.287682072451781",
    "sin, -1.25, -0.948984619355586",
    "cos, -1.25, 0.315322362395269",
  })
  void aFunctionIsATableOfItsValuesRoundedOnce(String function, double x, double value) {
    FixedPoint fine = new FixedPoint(20, 16);
    Attributes attributes = Attributes.NONE.with("width", 20).with("fraction", 16);
    Graph graph = graph(function, attributes, 1);
    Graph quantized = compiler.quantize(graph);

    assertThat(quantized.node(function + "0").type()).isEqualTo("table");
    assertThat(run(graph, INPUT.quantize(x))).containsExactly(fine.quantize(value));
    assertThat(Interpreter.of(compiler.infer(graph)).run(INPUT.quantize(x)))
        .as("before it is a table")
        .containsExactly(fine.quantize(value));
  }

  @Test
  void aPowerIsZeroWhereThereIsNoneAndAsLargeAsItsFormatAtZero() {
    Attributes root = format().with("exponent", new Attribute.Real(0.5));
    Attributes inverse = format().with("exponent", new Attribute.Real(-1));

    assertThat(run(graph("power", root, 3), 64, 16, -64)).containsExactly(128, 64, 0);
    assertThat(run(graph("power", inverse, 3), 64, -32, 0)).containsExactly(16, -32, 255);
  }

  @Test
  void aMemoryGivesItsRowsAndZerosWhereThereIsNone() {
    Attributes rows =
        Attributes.NONE
            .with("width", 8)
            .with("fraction", 1)
            .with("words", RealTensor.of(Shape.of(2, 2), 1.5, -2, 3, 4));
    Graph graph = Networks.chain(Networks.input(4, 0, 4), List.of(rows), List.of("rom"));

    assertThat(run(graph, 1, 0, 2, -1)).containsExactly(6, 8, 3, -4, 0, 0, 0, 0);
    assertThat(shape(graph)).isEqualTo(Shape.of(4, 2));
  }

  @Test
  void positionsAreCountedAlongAnAxisOrInOrder() {
    long[] input = new long[6];
    assertThat(run(graph("counter", Attributes.NONE, 2, 3), input))
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(run(graph("counter", Attributes.NONE.with("axis", 0), 2, 3), input))
        .containsExactly(0, 0, 0, 1, 1, 1);
    assertThat(run(graph("counter", Attributes.NONE.with("axis", 1), 2, 3), input))
        .containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void theLargestIsTheFirstOfEqualOnes() {
    Graph graph = graph("argmax", Attributes.NONE, 2, 3);

    assertThat(run(graph, 1, 5, 5, -3, -4, -3)).containsExactly(1, 0);
    assertThat(shape(graph)).isEqualTo(Shape.of(2));
    assertThat(shape(graph("argmax", Attributes.NONE, 3))).isEqualTo(Shape.of(1));
  }

  @Test
  void axesChangeTheirOrder() {
    Graph graph =
        graph(
            "permute",
            Attributes.NONE.with(
                "order",
                new Attribute.Sequence(
                    List.of(
                        new Attribute.Whole(2), new Attribute.Whole(0), new Attribute.Whole(1)))),
            2,
            1,
            3);

    assertThat(run(graph, 1, 2, 3, 4, 5, 6)).containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(shape(graph)).isEqualTo(Shape.of(3, 2, 1));
  }

  private Shape shape(Graph graph) {
    TypedGraph typed = compiler.infer(compiler.quantize(graph));
    return typed.type(typed.order().getLast()).shape();
  }

  @Test
  void realThresholdsDecideTheSameAsIntegers() {
    double[] thresholds = {-1.03, 0.0, 0.49, 2.5, 100};
    Attributes attributes =
        format()
            .with("thresholds", RealTensor.of(Shape.of(1, thresholds.length), thresholds))
            .with("first", -3)
            .with("step", 5);
    long[] inputs = everyInput();
    long[] results = run(graph("thresholds", attributes, inputs.length), inputs);
    for (int i = 0; i < inputs.length; i++) {
      double x = INPUT.real(inputs[i]);
      long reached = Arrays.stream(thresholds).filter(threshold -> x >= threshold).count();
      assertThat(results[i]).as("%s", x).isEqualTo(-3 + 5 * reached);
    }
  }

  @Test
  void aLayerOfSignsIsALinearLayerOfSigns() {
    Random random = new Random(11);
    long[] weights = random.longs(4 * 9, 0, 2).map(bit -> 2 * bit - 1).toArray();
    Attributes binary =
        Attributes.NONE.with("weights", IntegerTensor.of(Shape.of(4, 9), weights)).with("width", 6);
    Attributes linear =
        binary.with("weight_width", 2).with("weight_fraction", 0).with("fraction", 0);
    Attributes input = Networks.input(8, 0, 9);
    Graph signs =
        Networks.chain(input, List.of(Attributes.NONE, linear), List.of("sign", "linear"));
    Graph counts = Networks.chain(input, List.of(binary), List.of("binary_linear"));
    for (int i = 0; i < 100; i++) {
      long[] vector = random.longs(9, -2, 2).toArray();
      assertThat(run(counts, vector)).isEqualTo(run(signs, vector));
    }
  }

  @Test
  void anLstmWithManyBitsIsNearTheRealOne() {
    Attributes attributes =
        FunctionNetworks.lstm(2, 3)
            .with("weight_width", 16)
            .with("gate_width", 12)
            .with("gate_fraction", 8)
            .with("activation_width", 16)
            .with("activation_fraction", 14)
            .with("cell_width", 20)
            .with("cell_fraction", 16)
            .with("width", 16)
            .with("fraction", 14);
    Graph graph =
        Networks.chain(Networks.input(12, 10, 4, 2), List.of(attributes), List.of("lstm"));
    Random random = new Random(3);
    for (int i = 0; i < 50; i++) {
      long[] sequence = random.longs(8, -1000, 1000).toArray();
      double[] real = real(graph, new FixedPoint(12, 10), sequence);
      long[] integers = run(graph, sequence);
      for (int j = 0; j < real.length; j++) {
        assertThat(Math.scalb((double) integers[j], -14)).isCloseTo(real[j], within(0.01));
      }
    }
  }

  private double[] real(Graph graph, FixedPoint format, long... input) {
    var in = graph.nodes().iterator().next();
    Shape shape = compiler.infer(compiler.quantize(graph)).type(in).shape();
    double[] reals = Arrays.stream(input).mapToDouble(format::real).toArray();
    return RealInterpreter.of(graph, compiler.components())
        .run(Map.of(in.name(), RealTensor.of(shape, reals)))
        .lastEntry()
        .getValue()
        .toArray();
  }

  static List<String> oneStepOff() {
    return List.of(
        "requantize", "relu", "clip", "hard_tanh", "leaky_relu", "hard_sigmoid", "tanh", "gelu");
  }

  @ParameterizedTest
  @MethodSource("oneStepOff")
  void inRealNumbersAnElementIsAtMostAStepAway(String type) {
    Graph graph = graph(type, format(), everyInput().length);
    double[] reals = real(graph, INPUT, everyInput());
    long[] integers = run(graph, everyInput());
    DoubleUnaryOperator inRange =
        x -> Math.clamp(x, OUTPUT.real(OUTPUT.min()), OUTPUT.real(OUTPUT.max()));
    for (int i = 0; i < reals.length; i++) {
      assertThat(OUTPUT.real(integers[i]))
          .isCloseTo(inRange.applyAsDouble(reals[i]), within(OUTPUT.real(1)));
    }
  }

  @Test
  void positionsAndSignsAreTheSameInRealNumbers() {
    for (Map.Entry<String, Graph> entry : FunctionNetworks.all().entrySet()) {
      String name = entry.getKey();
      if (name.matches("(counter|argmax|binary|sign|channels|permute|transpose).*")) {
        Graph graph = entry.getValue();
        TypedGraph typed = compiler.infer(compiler.quantize(graph));
        var type = typed.type(typed.order().getFirst());
        long[] input =
            new Random(1)
                .longs(type.shape().size(), type.format().min(), type.format().max() + 1)
                .toArray();
        var output = typed.type(typed.order().getLast()).format();
        double[] expected = Arrays.stream(run(graph, input)).mapToDouble(output::real).toArray();
        assertThat(real(graph, type.format(), input)).as(name).isEqualTo(expected);
      }
    }
  }

  static List<String> uses() {
    return List.copyOf(FunctionNetworks.all().keySet());
  }

  @ParameterizedTest
  @MethodSource("uses")
  @Tag("nightly")
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void everyUseOfAComponentIsTheSameInBothLanguages(String name) {
    Graph graph =
        compiler.quantize(FunctionNetworks.all().getOrDefault(name, Graph.builder().build()));
    TypedGraph typed = compiler.infer(graph);
    BitEquality.check(compiler.verilog(), typed, folder.resolve("verilog"), NIGHTLY_VECTORS, 1);
    BitEquality.check(compiler.vhdl(), typed, folder.resolve("vhdl"), NIGHTLY_VECTORS, 2);
  }
}
