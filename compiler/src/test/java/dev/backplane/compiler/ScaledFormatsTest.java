package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats with a scale and a zero: where they are allowed, and what they mean. */
class ScaledFormatsTest {
  private final Compiler compiler = Compiler.load();

  @ParameterizedTest
  @ValueSource(strings = {"sign", "binary_linear", "lstm", "rom", "thresholds"})
  void aComponentThatNeedsPlainFormatsRefusesOthersByName(String type) {
    Graph graph =
        Networks.chain(
            ScaledNetworks.format(6, 0.3, 2).with("shape", numbers(4, 2)),
            List.of(Attributes.NONE),
            List.of(type));
    assertThatThrownBy(() -> compiler.infer(compiler.quantize(graph)))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("the " + type + " '" + type + "0' needs a format without scale and")
        .hasMessageContaining("put a requantize before it");
  }

  @Test
  void concatenatedTensorsHaveOneScale() {
    Attributes branch = ScaledNetworks.format(6, 0.2, 0);
    Graph graph =
        Networks.chain(
            ScaledNetworks.format(6, 0.3, 2).with("shape", numbers(4)),
            List.of(Attributes.NONE.with("branches", new Attribute.Sequence(List.of(branch)))),
            List.of("concat"));
    assertThatThrownBy(() -> compiler.infer(compiler.quantize(graph)))
        .hasMessageContaining("cannot be shifted")
        .hasMessageContaining("put a requantize before it");
  }

  @Test
  void aBiasOfAnotherInputIsRefused() {
    Graph graph =
        compiler.quantize(
            Networks.chain(
                ScaledNetworks.format(6, 0.3, 2).with("shape", numbers(4)),
                List.of(Networks.realWeights(1, 3, 4).merge(ScaledNetworks.format(8, 0.4, 0))),
                List.of("linear")));
    Graph.Builder other = Graph.builder();
    graph
        .nodes()
        .forEach(
            node ->
                other.node(
                    node.type().equals("input")
                        ? node.withAttributes(
                            node.attributes().merge(ScaledNetworks.format(6, 0.31, 2)))
                        : node));
    graph.edges().forEach(other::edge);
    assertThatThrownBy(() -> compiler.infer(other.build()))
        .hasMessageContaining("bias_scales")
        .hasMessageContaining("quantise the real bias again");
  }

  /** Of fine formats, the integers stand for what real numbers give. */
  @ParameterizedTest
  @CsvSource({"average_pool2d", "global_average_pool", "add", "conv2d"})
  void theIntegersStandForTheRealNumbers(String type) {
    Attributes result = ScaledNetworks.format(16, 0.00031, -1234);
    Attributes attributes =
        switch (type) {
          case "average_pool2d" ->
              result.with("kernel", numbers(3, 3)).with("padding", numbers(1, 1, 1, 1));
          case "conv2d" ->
              Networks.realWeights(3, 2, 3, 3, 2)
                  .with("weight_width", 16)
                  .with("padding", numbers(1, 1, 1, 1))
                  .merge(result);
          case "add" ->
              result.with(
                  "branches",
                  new Attribute.Sequence(List.of(ScaledNetworks.format(14, 0.00023, 99))));
          default -> result;
        };
    FixedPoint in = FixedPoint.ofStep(14, 0.0003, 1000);
    Graph graph =
        Networks.chain(
            ScaledNetworks.format(14, 0.0003, 1000).with("shape", numbers(5, 4, 2)),
            List.of(attributes),
            List.of(type));
    TypedGraph typed = compiler.infer(compiler.quantize(graph));
    RealInterpreter real = RealInterpreter.of(graph, compiler.components());
    FixedPoint out = typed.type(typed.order().getLast()).format();
    double[] numbers = new Random(4).doubles(40, -1, 1).toArray();
    long[] integers = new long[numbers.length];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = in.quantize(numbers[i]);
      numbers[i] = in.real(integers[i]);
    }
    double[] expected =
        real.run(Map.of("in", RealTensor.of(Shape.of(5, 4, 2), numbers)))
            .lastEntry()
            .getValue()
            .toArray();
    IntegerTensor found =
        Interpreter.of(typed)
            .run(Map.of("in", IntegerTensor.of(Shape.of(5, 4, 2), integers)))
            .firstEntry()
            .getValue();
    for (int i = 0; i < expected.length; i++) {
      double nearest = out.real(out.quantize(expected[i]));
      assertThat(Math.abs(out.real(found.get(i)) - nearest)).isLessThan(3 * out.step());
    }
  }
}
