package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What components of windows compute, and what they refuse. */
class WindowComponentsTest {
  private final Compiler compiler = Compiler.load();

  private static Attributes weights(int width, long value, int... extents) {
    Shape shape = Shape.of(extents);
    long[] weights = new long[shape.size()];
    Arrays.fill(weights, value);
    return Attributes.NONE
        .with("weights", IntegerTensor.of(shape, weights))
        .with("weight_width", width)
        .with("weight_fraction", 0)
        .with("width", 12)
        .with("fraction", 0);
  }

  private TypedGraph one(String type, Attributes attributes, int width, int... extents) {
    Graph graph =
        Networks.chain(Networks.input(width, 0, extents), List.of(attributes), List.of(type));
    return compiler.infer(graph);
  }

  private static Shape shape(TypedGraph graph) {
    return graph.type(graph.order().getLast()).shape();
  }

  private void refuses(
      CompilerError error, String words, String type, Attributes attributes, int... extents) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> one(type, attributes, 8, extents))
        .withMessageContaining("node " + type + "0")
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  void aConvolutionSumsWindowsOfAllChannelsWithZerosAround() {
    TypedGraph graph =
        one("conv2d", weights(4, 1, 1, 2, 2, 2).with("padding", numbers(1, 0, 0, 1)), 8, 2, 2, 2);

    assertThat(shape(graph)).isEqualTo(Shape.of(2, 2, 1));
    assertThat(Interpreter.of(graph).run(1, 2, 3, 4, 5, 6, 7, 8)).containsExactly(10, 7, 36, 22);
  }

  @Test
  void groupsHaveChannelsAndWeightsOfTheirOwn() {
    Attributes attributes =
        weights(4, 0, 2, 2, 1)
            .with("groups", 2)
            .with("weights", IntegerTensor.of(Shape.of(2, 2, 1), 1, 2, 3, -1));

    assertThat(Interpreter.of(one("conv1d", attributes, 8, 3, 2)).run(1, 2, 3, 4, 5, 6))
        .containsExactly(7, 2, 13, 6);
  }

  @Test
  void strideAndDilationGoDownFirst() {
    Attributes attributes =
        weights(4, 1, 1, 2, 1, 1).with("stride", numbers(1, 2)).with("dilation", numbers(2, 1));

    assertThat(Interpreter.of(one("conv2d", attributes, 8, 3, 3, 1)).run(1, 2, 3, 4, 5, 6, 7, 8, 9))
        .containsExactly(8, 12);
  }

  @Test
  void paddingIsNeverTheLargestAndCountsAsZerosInAnAverage() {
    Attributes pool =
        Attributes.NONE
            .with("kernel", numbers(2))
            .with("padding", numbers(1, 0))
            .with("stride", numbers(2));

    assertThat(Interpreter.of(one("max_pool1d", pool, 8, 3, 1)).run(-5, -7, -6))
        .containsExactly(-5, -6);
    assertThat(Interpreter.of(one("average_pool1d", pool, 8, 3, 1)).run(-6, -7, -4))
        .containsExactly(-3, -6);
  }

  @Test
  void averagesAreRoundedOnceWithTiesToEven() {
    Attributes six = Attributes.NONE.with("kernel", numbers(6));
    Attributes nine = Attributes.NONE.with("kernel", numbers(3, 3));

    assertThat(Interpreter.of(one("average_pool1d", six, 8, 6, 1)).run(0, 0, 0, 0, 0, 3))
        .containsExactly(0);
    assertThat(Interpreter.of(one("average_pool1d", six, 8, 6, 1)).run(0, 0, 0, 0, 0, 9))
        .containsExactly(2);
    assertThat(Interpreter.of(one("average_pool1d", six, 8, 6, 1)).run(0, 0, 0, 0, 0, -15))
        .containsExactly(-2);
    assertThat(
            Interpreter.of(one("average_pool2d", nine, 8, 3, 3, 1)).run(5, 0, 0, 0, 0, 0, 0, 0, 0))
        .containsExactly(1);
    assertThat(
            Interpreter.of(one("average_pool2d", nine, 8, 3, 3, 1)).run(4, 0, 0, 0, 0, 0, 0, 0, 0))
        .containsExactly(0);
  }

  @Test
  void aGlobalAverageIsOneNumberForEachChannel() {
    TypedGraph graph = one("global_average_pool", Attributes.NONE, 8, 2, 2, 2);

    assertThat(shape(graph)).isEqualTo(Shape.of(2));
    assertThat(Interpreter.of(graph).run(1, 10, 2, 20, 3, 30, 4, 44)).containsExactly(2, 26);
  }

  @Test
  void windowsOfSequencesAreGivenPointByPoint() {
    Attributes window = Attributes.NONE.with("size", 2).with("stride", 3);
    Attributes register = Attributes.NONE.with("points", 2).with("skip", 2);

    assertThat(shape(one("sliding_window", window, 8, 6, 2))).isEqualTo(Shape.of(2, 2, 2));
    assertThat(Interpreter.of(one("sliding_window", window, 8, 6)).run(1, 2, 3, 4, 5, 6))
        .containsExactly(1, 2, 4, 5);
    assertThat(shape(one("shift_register", register, 8, 4))).isEqualTo(Shape.of(2, 2));
    assertThat(Interpreter.of(one("shift_register", register, 8, 4)).run(1, 2, 3, 4))
        .containsExactly(1, 3, 2, 4);
  }

  @ParameterizedTest
  @CsvSource({
    "stride, 0 1, ATTRIBUTE_INVALID, attribute stride",
    "stride, 1, ATTRIBUTE_INVALID, attribute stride",
    "padding, -1 0 0 0, ATTRIBUTE_INVALID, attribute padding",
    "padding, 3 0 0 0, ATTRIBUTE_INVALID, attribute padding",
    "padding, 2147483647 0 2147483647 0, ATTRIBUTE_INVALID, attribute padding",
    "padding, 1 1, ATTRIBUTE_INVALID, attribute padding",
    "dilation, 1 3, SHAPE_MISMATCH, attribute weights",
    "dilation, 2147483647 1, SHAPE_MISMATCH, attribute weights",
    "dilation, 0 1, ATTRIBUTE_INVALID, attribute dilation",
  })
  void placesOfWindowsThatMakeNoSenseAreRefused(
      String name, String values, CompilerError error, String words) {
    int[] list = Arrays.stream(values.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    Attributes good = weights(4, 1, 3, 3, 3, 2);
    one("conv2d", good, 8, 5, 5, 2);

    refuses(error, words, "conv2d", good.with(name, numbers(list)), 5, 5, 2);
  }

  @Test
  void weightsThatDoNotFitTheInputAreRefused() {
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "attribute weights",
        "conv2d",
        weights(4, 1, 3, 3, 2),
        5,
        5,
        2);
    refuses(CompilerError.SHAPE_MISMATCH, "channels", "conv2d", weights(4, 1, 3, 3, 3, 1), 5, 5, 2);
    refuses(
        CompilerError.SHAPE_MISMATCH, "attribute weights", "conv1d", weights(4, 1, 3, 9, 2), 5, 2);
    refuses(
        CompilerError.SHAPE_MISMATCH, "height x width", "conv2d", weights(4, 1, 3, 3, 3, 2), 5, 2);
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "attribute weights",
        "batch_normalization",
        weights(4, 1, 3),
        5,
        2);
    for (long groups : new long[] {0, -2, 3}) {
      refuses(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute groups",
          "conv2d",
          weights(4, 1, 4, 3, 3, 1).with("groups", groups),
          5,
          5,
          2);
    }
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "attribute lanes",
        "conv2d",
        weights(4, 1, 4, 3, 3, 1).with("groups", 2).with("lanes", 3),
        5,
        5,
        2);
  }

  @Test
  void sumsThatAreTooWideAreRefused() {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> one("conv2d", weights(32, Integer.MIN_VALUE, 1, 3, 3, 1), 32, 3, 3, 1))
        .withMessageContaining("node conv2d0")
        .withMessageContaining("62 bits");
    Attributes average = Attributes.NONE.with("kernel", numbers(3)).with("width", 8);
    refuses(
        CompilerError.WIDTH_MISMATCH,
        "attribute fraction",
        "average_pool1d",
        average.with("fraction", 48).with("width", 32).with("kernel", numbers(127)),
        300,
        1);
  }

  @Test
  void kernelsThatMakeNoSenseAreRefused() {
    for (Attribute kernel : List.of(numbers(2), numbers(0, 1), numbers(1, 1, 1))) {
      refuses(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute kernel",
          "max_pool2d",
          Attributes.NONE.with("kernel", kernel),
          5,
          5,
          2);
    }
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "attribute kernel",
        "average_pool2d",
        Attributes.NONE.with("kernel", numbers(6, 1)),
        5,
        5,
        2);
    refuses(CompilerError.ATTRIBUTE_MISSING, "kernel", "max_pool1d", Attributes.NONE, 5, 2);
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "attribute dilation",
        "max_pool1d",
        Attributes.NONE.with("kernel", numbers(2)).with("dilation", numbers(2)),
        5,
        2);
    refuses(CompilerError.SHAPE_MISMATCH, "channels", "global_average_pool", Attributes.NONE, 5);
  }

  @ParameterizedTest
  @CsvSource({
    "sliding_window, size, 6, stride, 1, SHAPE_MISMATCH, attribute size",
    "sliding_window, size, 0, stride, 1, ATTRIBUTE_INVALID, attribute size",
    "sliding_window, size, 2, stride, 0, ATTRIBUTE_INVALID, attribute stride",
    "shift_register, points, 3, skip, 3, SHAPE_MISMATCH, attribute points",
    "shift_register, points, 3, skip, 2147483647, SHAPE_MISMATCH, attribute points",
    "shift_register, points, 2147483647, skip, 2147483647, SHAPE_MISMATCH, attribute points",
  })
  void windowsOfSequencesThatMakeNoSenseAreRefused(
      String type,
      String name,
      int value,
      String step,
      int stepValue,
      CompilerError error,
      String words) {
    refuses(error, words, type, Attributes.NONE.with(name, value).with(step, stepValue), 5);
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "length",
        type,
        Attributes.NONE.with(name, 2).with(step, 1),
        5,
        2,
        2);
  }
}
