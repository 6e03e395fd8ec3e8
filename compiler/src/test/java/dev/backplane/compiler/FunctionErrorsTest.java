package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What components refuse, and whom they name. */
class FunctionErrorsTest {
  private final Compiler compiler = Compiler.load();

  private static Attributes numbers(String assignments) {
    Attributes attributes = Attributes.NONE;
    for (String assignment : assignments.isEmpty() ? new String[0] : assignments.split(" ", -1)) {
      String[] parts = assignment.split("=", -1);
      attributes = attributes.with(parts[0], Long.parseLong(parts[1]));
    }
    return attributes;
  }

  private void refuses(Graph graph, CompilerError error, String node, String words) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> compiler.infer(compiler.quantize(graph)))
        .withMessageContaining("node " + node)
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requantize   | width=8                               | ATTRIBUTE_MISSING | attribute"
            + " fraction",
        "requantize   | width=33 fraction=0                   | WIDTH_MISMATCH    | not 33",
        "relu         | width=8 fraction=49                   | WIDTH_MISMATCH    | not 49",
        "clip         | low=3 high=2                          | ATTRIBUTE_INVALID | above high",
        "clip         | high=128                              | WIDTH_MISMATCH    | attribute high",
        "leaky_relu   | alpha=1 alpha_fraction=31             | WIDTH_MISMATCH    | attribute"
            + " alpha_fraction",
        "leaky_relu   | alpha=1 alpha_fraction=-1             | WIDTH_MISMATCH    | attribute"
            + " alpha_fraction",
        "leaky_relu   | alpha=1                               | ATTRIBUTE_MISSING | attribute"
            + " alpha_fraction",
        "leaky_relu   | slope_width=1                         | WIDTH_MISMATCH    | not 1",
        "hard_sigmoid | alpha=1 alpha_fraction=2 beta=1 beta_fraction=9  | WIDTH_MISMATCH |"
            + " attribute beta_fraction",
        "hard_sigmoid | alpha=1 alpha_fraction=2 beta=1 beta_fraction=-99 | WIDTH_MISMATCH |"
            + " attribute beta_fraction",
        "sigmoid      | width=1 fraction=0                    | WIDTH_MISMATCH    | not 1",
        "table        | width=8 fraction=4                    | ATTRIBUTE_MISSING | attribute"
            + " words",
        "rom          | width=8 fraction=4                    | ATTRIBUTE_MISSING | attribute"
            + " words",
        "counter      | axis=2                                | ATTRIBUTE_INVALID | axes 0 to 1",
        "counter      | axis=-1                               | ATTRIBUTE_INVALID | attribute axis",
        "counter      | width=3                               | WIDTH_MISMATCH    | need 4 bits",
        "argmax       | width=2                               | WIDTH_MISMATCH    | attribute"
            + " width",
        "permute      |                                       | ATTRIBUTE_MISSING | attribute"
            + " order",
        "thresholds   | width=2 fraction=0                    | ATTRIBUTE_MISSING | attribute"
            + " thresholds",
        "binary_linear | width=4                              | ATTRIBUTE_MISSING | attribute"
            + " weights",
        "lstm         | width=8 fraction=4                    | ATTRIBUTE_MISSING | attribute",
      })
  void attributesThatMakeNoSenseAreRefusedWithTheirNode(
      String type, String assignments, CompilerError error, String words) {
    Attributes attributes = numbers(assignments == null ? "" : assignments);
    Graph graph = Networks.chain(Networks.input(8, 4, 2, 3), List.of(attributes), List.of(type));

    refuses(graph, error, type + "0", words);
  }

  @Test
  void aTableNeedsFewBitsAndAWordForEachNumber() {
    Attributes words =
        numbers("width=4 fraction=0").with("words", IntegerTensor.of(Shape.of(2), 7, 8));
    refuses(one(13, "tanh", Attributes.NONE), CompilerError.WIDTH_MISMATCH, "tanh0", "requantize");
    refuses(one(3, "table", words), CompilerError.SHAPE_MISMATCH, "table0", "has 8 numbers");
    refuses(one(3, "rom", words), CompilerError.WIDTH_MISMATCH, "rom0", "element 1, 8");
  }

  private static Graph one(int width, String type, Attributes attributes) {
    return Networks.chain(Networks.input(width, 0, 3), List.of(attributes), List.of(type));
  }

  @Test
  void aMemoryIsNumberedByWholeNumbersThatReachItsRows() {
    Attributes words =
        numbers("width=8 fraction=0").with("words", IntegerTensor.of(Shape.of(5), 1, 2, 3, 4, 5));
    Graph fractions = Networks.chain(Networks.input(8, 1, 3), List.of(words), List.of("rom"));

    refuses(one(3, "rom", words), CompilerError.WIDTH_MISMATCH, "rom0", "0 to 4");
    refuses(fractions, CompilerError.WIDTH_MISMATCH, "rom0", "whole numbers");
    Attributes large = words.with("words", IntegerTensor.of(Shape.of(1 << 17), new long[1 << 17]));
    refuses(one(20, "rom", large), CompilerError.SHAPE_MISMATCH, "rom0", "65536");
  }

  @ParameterizedTest
  @CsvSource({"0;0", "0", "0;2", "0;1;2", "0;-1"})
  void anOrderNamesEveryAxisOnce(String axes) {
    List<Attribute> order =
        List.of(axes.split(";", -1)).stream()
            .<Attribute>map(axis -> new Attribute.Whole(Long.parseLong(axis)))
            .toList();
    Attributes attributes = Attributes.NONE.with("order", new Attribute.Sequence(order));
    Graph graph =
        Networks.chain(Networks.input(8, 4, 2, 3), List.of(attributes), List.of("permute"));

    refuses(graph, CompilerError.ATTRIBUTE_INVALID, "permute0", "no order of the axes [0, 1]");
  }

  @Test
  void signsAreSigns() {
    Attributes zero =
        numbers("width=4").with("weights", IntegerTensor.of(Shape.of(1, 3), 1, 0, -1));
    Attributes two = numbers("width=4").with("weights", RealTensor.of(Shape.of(1, 2), 1, 1));
    Attributes lanes =
        numbers("width=4 lanes=4").with("weights", RealTensor.of(Shape.of(1, 3), 1, 1, 1));
    String type = "binary_linear";

    refuses(one(4, type, zero), CompilerError.ATTRIBUTE_INVALID, type + "0", "element 1, 0");
    refuses(one(4, type, two), CompilerError.SHAPE_MISMATCH, type + "0", "3 inputs");
    refuses(one(4, type, lanes), CompilerError.ATTRIBUTE_INVALID, type + "0", "attribute lanes");
  }

  @Test
  void thresholdsHaveTheChannelsAndTheRangeOfTheirInput() {
    Attributes channels =
        numbers("width=4 fraction=0").with("thresholds", RealTensor.of(Shape.of(2, 1), 1, 2));
    Attributes beyond =
        numbers("width=4 fraction=0").with("thresholds", IntegerTensor.of(Shape.of(1, 1), 9));
    Attributes steps =
        numbers("width=4 fraction=0 step=8")
            .with("thresholds", IntegerTensor.of(Shape.of(1, 1), 1));
    String type = "thresholds";

    refuses(one(4, type, channels), CompilerError.SHAPE_MISMATCH, type + "0", "channels last");
    refuses(one(4, type, beyond), CompilerError.WIDTH_MISMATCH, type + "0", "element 0, 9");
    refuses(one(4, type, steps), CompilerError.WIDTH_MISMATCH, type + "0", "from 0 to 8");
  }

  @ParameterizedTest
  @CsvSource({
    "weight_width, 1, WIDTH_MISMATCH, not 1",
    "gate_width, 13, WIDTH_MISMATCH, 12 bits at most",
    "gate_fraction, 40, WIDTH_MISMATCH, attribute fraction",
    "cell_fraction, 1, WIDTH_MISMATCH, attribute cell_fraction",
    "fraction, 13, WIDTH_MISMATCH, attribute fraction",
    "activation_width, 32, WIDTH_MISMATCH, attribute cell_width",
    "lanes, 9, ATTRIBUTE_INVALID, attribute lanes",
  })
  void formatsOfAnLstmFitEachOther(String name, long value, CompilerError error, String words) {
    Attributes attributes = FunctionNetworks.lstm(3, 2).with(name, value);
    if (name.equals("activation_width")) {
      attributes = attributes.with("cell_width", 32).with("cell_fraction", 31);
    }
    Graph graph = Networks.chain(Networks.input(6, 3, 4, 3), List.of(attributes), List.of("lstm"));

    refuses(graph, error, "lstm0", words);
  }

  @Test
  void anLstmNeedsASequenceAndWordsThatItKnows() {
    Attributes good = FunctionNetworks.lstm(3, 2);
    refuses(one(6, "lstm", good), CompilerError.SHAPE_MISMATCH, "lstm0", "steps x features");
    Attributes input = Networks.input(6, 3, 4, 3);
    refuses(
        Networks.chain(input, List.of(good.with("returns", "all")), List.of("lstm")),
        CompilerError.ATTRIBUTE_INVALID,
        "lstm0",
        "sequence or last");
    refuses(
        Networks.chain(input, List.of(good.with("cell_activation", "relu")), List.of("lstm")),
        CompilerError.ATTRIBUTE_INVALID,
        "lstm0",
        "attribute cell_activation");
  }
}
