package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.BitEquality;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Node;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Layers of long short-term memory in imported models. */
class SequenceImportTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static Stream<OnnxModel> models() {
    return Stream.of(
        SequenceModels.batchFirst(),
        SequenceModels.lastOutput(),
        SequenceModels.layersOfOneModule(),
        SequenceModels.stacked(),
        SequenceModels.hard(),
        SequenceModels.bothDirections(),
        SequenceModels.lastOfBothDirections(),
        SequenceModels.backward());
  }

  private static double[] input(Random random, ImportedRun run) {
    return random
        .doubles(run.model().inputShape().size(), -2, 2)
        .map(number -> (float) number)
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("models")
  void theyMeanWhatOnnxruntimeSaysAndIntegersAreNear(OnnxModel model) throws Exception {
    ImportedRun run = new ImportedRun(compiler, model, new BitWidths(12, 12));
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      Random random = new Random(3);
      for (int i = 0; i < 20; i++) {
        double[] input = input(random, run);
        double[] expected = oracle.run(OnnxruntimeTest.extents(model), input);
        double[] real = run.real(input);
        double[] integers = run.quantized(input);
        assertThat(real).hasSameSizeAs(expected);
        for (int k = 0; k < real.length; k++) {
          assertThat(real[k]).isCloseTo(expected[k], within(1e-5));
          assertThat(integers[k]).isCloseTo(expected[k], within(0.02));
        }
      }
    }
  }

  @Test
  void eitherLayoutMeansTheSame() {
    ImportedRun stepsFirst =
        new ImportedRun(compiler, SequenceModels.stacked(), new BitWidths(8, 8));
    ImportedRun batchFirst =
        new ImportedRun(compiler, SequenceModels.stackedBatchFirst(), new BitWidths(8, 8));

    double[] input = input(new Random(4), stepsFirst);
    assertThat(batchFirst.real(input)).containsExactly(stepsFirst.real(input));
    assertThat(batchFirst.quantized(input)).containsExactly(stepsFirst.quantized(input));
  }

  @Test
  void calibrationChoosesTheFormatsInside() {
    ImportedRun run = new ImportedRun(compiler, SequenceModels.lastOutput(), new BitWidths(8, 8));
    Node layer = run.typed().graph().node("lstm");

    assertThat(run.model().graph().node("lstm").attributes().has("gate_fraction")).isFalse();
    assertThat(run.model().graph().node("lstm").attributes().text("returns")).isEqualTo("last");
    assertThat(layer.attributes().integer("gate_width")).isEqualTo(10);
    assertThat(layer.attributes().integer("gate_fraction")).isBetween(6, 8);
    assertThat(layer.attributes().integer("cell_fraction"))
        .isGreaterThanOrEqualTo(layer.attributes().integer("gate_fraction"));
    assertThat(run.model().withLanes(3).graph().node("lstm").attributes().integer("lanes"))
        .isEqualTo(3);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void hardwareComputesWhatTheInterpreterComputes() {
    ImportedRun run = new ImportedRun(compiler, SequenceModels.batchFirst(), new BitWidths(8, 8));

    BitEquality.check(compiler.verilog(), run.typed(), folder.resolve("rtl"), 40, 5);
  }

  private static void refuses(OnnxNode node, String... words) {
    OnnxModel good = SequenceModels.batchFirst();
    List<OnnxNode> nodes =
        good.graph().nodes().stream()
            .map(each -> each.operator().equals("LSTM") ? node : each)
            .toList();
    OnnxGraph graph =
        new OnnxGraph(
            "", nodes, good.graph().constants(), good.graph().inputs(), good.graph().outputs());
    CompilerException refused =
        catchThrowableOfType(
            CompilerException.class,
            () -> OnnxImport.of(new OnnxModel(8, "", good.opsets(), graph), new BitWidths(8, 8)));
    assertThat(refused).isNotNull();
    assertThat(refused.error()).isEqualTo(CompilerError.MODEL_UNSUPPORTED);
    assertThat(refused.getMessage()).contains("node lstm").contains(words);
  }

  private static OnnxNode good(String... initial) {
    return SequenceModels.lstm("", "transpose4", List.of("y", "h", "c"), initial);
  }

  private static OnnxNode with(String name, OnnxAttribute value) {
    Map<String, OnnxAttribute> attributes = new HashMap<>(good().attributes());
    attributes.put(name, value);
    return good().with(attributes);
  }

  @Test
  void refusesNodesWithoutHardwareWithTheReason() {
    refuses(with("direction", new OnnxAttribute.Text("bidirectional")), "directions x 4 units");
    refuses(with("direction", new OnnxAttribute.Text("sideways")), "sideways");
    refuses(with("clip", new OnnxAttribute.Real(3)), "attribute clip");
    refuses(with("input_forget", new OnnxAttribute.Whole(1)), "input_forget");
    refuses(with("layout", new OnnxAttribute.Whole(1)), "the batch as axis 1");
    refuses(with("hidden_size", new OnnxAttribute.Whole(5)), "units");
    refuses(
        with("activations", new OnnxAttribute.Texts(List.of("Sigmoid", "Tanh", "Relu"))), "Relu");
    refuses(with("activations", new OnnxAttribute.Texts(List.of("Elu", "Tanh", "Tanh"))), "Elu");
    refuses(good("r"), "initial_h, is not 0");
    refuses(good("", "r"), "initial_c, is not 0");
    refuses(good("", "", "b"), "P, lets gates");
    refuses(
        new OnnxNode("lstm", "GRU", "", List.of("transpose4", "w", "r"), List.of("y"), Map.of()),
        "operator GRU is not supported");
    refuses(
        new OnnxNode("lstm", "RNN", "", List.of("transpose4", "w", "r"), List.of("y"), Map.of()),
        "operator RNN is not supported");
    refuses(SequenceModels.lstm("", "transpose4", List.of("", "", "y")), "Y_c");
  }

  @Test
  void stepsOfNoSequenceAndAnotherAxisOfTheBatchAreRefused() {
    OnnxModels model = OnnxModels.of(3, 1, 7, 3).constant(OnnxTensor.of("some", List.of(2), 1, 2));
    OnnxModel picked = model.then("Gather", OnnxModels.axis(1), "some").build();
    assertThat(refusal(picked)).contains("node gather0 (Gather)", "one is supported, or Slice");

    OnnxModel moved =
        OnnxModels.of(3, 1, 7, 3)
            .then("Transpose", SequenceModels.perm(1, 0, 2))
            .then("Softmax")
            .build();
    assertThat(refusal(moved)).contains("node softmax1 (Softmax)", "the batch is axis 1");
  }

  private static String refusal(OnnxModel model) {
    return catchThrowableOfType(
            CompilerException.class, () -> OnnxImport.of(model, new BitWidths(8, 8)))
        .getMessage();
  }
}
