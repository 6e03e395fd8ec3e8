package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What components that multiply, drop, repeat, compare and divide elements compute and refuse. */
class StreamComponentsTest {
  private static final Attributes NONE = Attributes.NONE;

  private final Compiler compiler = Compiler.load();

  private TypedGraph chain(Attributes input, String type, Attributes attributes) {
    return compiler.infer(
        compiler.quantize(Networks.chain(input, List.of(attributes), List.of(type))));
  }

  private long[] run(Attributes input, String type, Attributes attributes, long... elements) {
    return Interpreter.of(chain(input, type, attributes)).run(elements);
  }

  private void refuses(
      CompilerError error, String words, Attributes input, String type, Attributes attributes) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> chain(input, type, attributes))
        .withMessageContaining("node " + type + "0")
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  /** The input and some of it, or all as one row, meet in a node of two inputs. */
  private TypedGraph joined(
      Attributes input, String type, Attributes attributes, String other, Attributes ofOther) {
    return compiler.infer(
        Graph.builder()
            .node("in", "input", input)
            .node("other", other, ofOther)
            .node("both", type, attributes)
            .node("out", "output", NONE)
            .edge("in", "other")
            .edge(Edge.of("in", "both", 0))
            .edge(Edge.of("other", "both", 1))
            .edge("both", "out")
            .build());
  }

  private static Attributes format(int width, int fraction) {
    return NONE.with("width", width).with("fraction", fraction);
  }

  @Test
  void aProductIsExactAndRoundedOnceToEven() {
    TypedGraph squares =
        joined(Networks.input(8, 1, 4), "multiply", format(8, 1), "requantize", NONE);

    // 1.5 * 1.5 = 2.25 and 2.5 * 2.5 = 6.25 lie between two halves.
    assertThat(Interpreter.of(squares).run(3, 5, -128, 0)).containsExactly(4, 12, 127, 0);
  }

  @Test
  void theElementsOfASmallerTensorAreRepeated() {
    Attributes input = Networks.input(8, 0, 2, 3);
    TypedGraph channels =
        joined(input, "multiply", NONE, "slice", NONE.with("axis", 0).with("end", 1));
    TypedGraph positions = joined(input, "multiply", NONE, "slice", NONE.with("end", 1));

    assertThat(Interpreter.of(channels).run(1, 2, 3, 4, 5, 6)).containsExactly(1, 4, 9, 4, 10, 18);
    assertThat(Interpreter.of(positions).run(1, 2, 3, 4, 5, 6))
        .containsExactly(1, 2, 3, 16, 20, 24);
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> joined(input, "multiply", NONE, "slice", NONE.with("end", 2)))
        .withMessageContaining("2x3 and 2x2");
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> joined(Networks.input(32, 0, 2), "multiply", NONE, "requantize", NONE))
        .withMessageContaining("64 bits");
  }

  @Test
  void aRangeIsTakenAlongAnAxis() {
    Attributes input = Networks.input(8, 0, 2, 5);

    assertThat(
            run(
                input,
                "slice",
                NONE.with("start", 1).with("step", 2),
                0,
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9))
        .containsExactly(1, 3, 6, 8);
    refuses(CompilerError.ATTRIBUTE_INVALID, "empty", input, "slice", NONE.with("start", 5));
    refuses(CompilerError.ATTRIBUTE_INVALID, "axes 0 to 1", input, "slice", NONE.with("axis", 2));
    refuses(CompilerError.ATTRIBUTE_INVALID, "not positive", input, "slice", NONE.with("step", 0));
  }

  @Test
  void aConstantIsPutAroundAndBetween() {
    Attributes input = Networks.input(8, 1, 2, 2);

    assertThat(
            run(
                input,
                "pad",
                NONE.with("padding", numbers(1, 0, 0, 1))
                    .with("gaps", numbers(0, 1))
                    .with("value", new Attribute.Real(-1.5)),
                1,
                2,
                3,
                4))
        .containsExactly(-3, -3, -3, -3, 1, -3, 2, -3, 3, -3, 4, -3);
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "4 whole numbers",
        input,
        "pad",
        NONE.with("padding", numbers(1, 0)));
    refuses(
        CompilerError.TOO_LARGE,
        "too large",
        input,
        "pad",
        NONE.with("padding", numbers(1 << 25, 0, 0, 0)));
  }

  @Test
  void indicesAreRepeatedAndReversed() {
    Attributes input = Networks.input(8, 0, 2, 2);

    assertThat(run(input, "resize", NONE.with("factors", numbers(2, 3)), 1, 2, 3, 4))
        .containsExactly(1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4);
    assertThat(run(input, "reverse", NONE, 1, 2, 3, 4)).containsExactly(3, 4, 1, 2);
    assertThat(run(input, "reverse", NONE.with("axis", 1), 1, 2, 3, 4)).containsExactly(2, 1, 4, 3);
    assertThat(run(input, "reshape", NONE.with("shape", numbers(4, 1)), 1, 2, 3, 4))
        .containsExactly(1, 2, 3, 4);
    refuses(
        CompilerError.SHAPE_MISMATCH, "5 has 5", input, "reshape", NONE.with("shape", numbers(5)));
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "from 1 on",
        input,
        "resize",
        NONE.with("factors", numbers(0, 1)));
  }

  @Test
  void channelsAndPositionsAreReduced() {
    Attributes input = Networks.input(8, 1, 2, 2);

    assertThat(run(input, "global_max_pool", NONE, 1, -2, -3, -4)).containsExactly(1, -2);
    assertThat(run(input, "global_sum", format(8, 0), 1, 2, 2, 3)).containsExactly(2, 2);
    assertThat(run(input, "channel_max", NONE, 1, 2, 4, 3)).containsExactly(2, 4);
    assertThat(run(input, "channel_sum", NONE, 100, 100, -3, 1)).containsExactly(127, -2);
    assertThat(run(input, "channel_average", NONE, 1, 2, 3, 4)).containsExactly(2, 4);
    refuses(
        CompilerError.SHAPE_MISMATCH, "no channels", Networks.input(8, 0, 4), "global_sum", NONE);
  }

  @Test
  void eachChannelHasASlopeOfItsOwn() {
    Attributes slopes =
        NONE.with("slopes", RealTensor.of(Shape.of(2), 0.5, -0.25)).with("slope_width", 8);

    assertThat(run(Networks.input(8, 2, 2, 2), "prelu", slopes, 3, 3, -6, -6))
        .containsExactly(3, 3, -3, 2);
    refuses(
        CompilerError.SHAPE_MISMATCH, "channels last", Networks.input(8, 2, 3), "prelu", slopes);
  }

  @Test
  void partsOfASumAreRoundedOnceAndSaturated() {
    Attributes three = Networks.input(8, 0, 3);

    assertThat(run(three, "softmax", format(8, 7), 5, 5, 5)).containsExactly(43, 43, 43);
    assertThat(run(three, "softmax", format(8, 7), 127, -128, 0)).containsExactly(127, 0, 0);
    assertThat(run(three, "softmax", format(9, 7), 127, -128, 0)).containsExactly(128, 0, 0);
    refuses(CompilerError.WIDTH_MISMATCH, "between 0 and 1", three, "softmax", NONE);
    refuses(
        CompilerError.WIDTH_MISMATCH,
        "12 bits at most",
        Networks.input(13, 0, 3),
        "softmax",
        format(8, 7));
  }

  @Test
  void aDistanceFromTheAverageIsDividedByTheDeviation() {
    Attributes four = Networks.input(8, 4, 4);

    assertThat(run(four, "layer_norm", format(8, 5), 10, 30, 10, 30))
        .containsExactly(-32, 32, -32, 32);
    assertThat(run(four, "layer_norm", format(8, 5), 7, 7, 7, 7)).containsExactly(0, 0, 0, 0);
    refuses(
        CompilerError.WIDTH_MISMATCH,
        "two numbers at least",
        Networks.input(8, 4, 1),
        "layer_norm",
        format(8, 5));
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "no variance",
        four,
        "layer_norm",
        NONE.with("epsilon", new Attribute.Real(-1)));
  }

  @Test
  void matricesAreMultipliedAlsoByRowsThatAreColumns() {
    Attributes input = Networks.input(8, 0, 2, 2);
    TypedGraph square = joined(input, "matmul", NONE, "requantize", NONE);
    TypedGraph transposed = joined(input, "matmul", NONE.with("transposed", 1), "requantize", NONE);

    assertThat(Interpreter.of(square).run(1, 2, 3, 4)).containsExactly(7, 10, 15, 22);
    assertThat(Interpreter.of(transposed).run(1, 2, 3, 4)).containsExactly(5, 11, 11, 25);
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> joined(input, "matmul", NONE, "flatten", NONE))
        .withMessageContaining("2x2 and 4");
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> joined(input, "matmul", NONE.with("transposed", 2), "requantize", NONE))
        .withMessageContaining("neither 0 nor 1");
  }
}
