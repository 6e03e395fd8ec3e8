package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.protobuf.FieldWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxBadInputTest {
  private static final BitWidths WIDTHS = new BitWidths(8, 4);

  @TempDir Path folder;

  private static ImportedModel read(byte[] bytes) {
    return OnnxImport.of(OnnxReader.read(bytes), WIDTHS);
  }

  private static CompilerException refused(OnnxModel model) {
    return catchThrowableOfType(CompilerException.class, () -> OnnxImport.of(model, WIDTHS));
  }

  private static void refuses(OnnxModel model, CompilerError error, String... words) {
    CompilerException refused = refused(model);
    assertThat(refused).isNotNull();
    assertThat(refused.error()).as(refused.getMessage()).isEqualTo(error);
    assertThat(refused.getMessage()).contains(words);
  }

  private static OnnxModel changed(UnaryOperator<OnnxGraph> change) {
    OnnxModel model = OnnxModels.perceptron();
    return new OnnxModel(8, "", model.opsets(), change.apply(model.graph()));
  }

  private static OnnxModel nodes(UnaryOperator<List<OnnxNode>> change) {
    return changed(
        graph ->
            new OnnxGraph(
                "",
                change.apply(new ArrayList<>(graph.nodes())),
                graph.constants(),
                graph.inputs(),
                graph.outputs()));
  }

  private static OnnxModel input(long... extents) {
    return changed(
        graph ->
            new OnnxGraph(
                "",
                graph.nodes(),
                graph.constants(),
                List.of(OnnxValue.of("x", ElementType.FLOAT, extents)),
                graph.outputs()));
  }

  @Test
  void aFileThatIsCutOffAnywhereIsRefusedWithAnOffset() {
    byte[] whole = OnnxWriter.toBytes(OnnxModels.perceptron());
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      CompilerException refused = catchThrowableOfType(CompilerException.class, () -> read(cut));
      assertThat(refused).as("%d of %d bytes", length, whole.length).isNotNull();
      assertThat(refused.error()).isEqualTo(CompilerError.MODEL_DAMAGED);
      assertThat(refused.place()).startsWith("offset ");
    }
  }

  @Test
  void bytesThatChangedGiveNoOtherErrors() {
    byte[] whole = OnnxWriter.toBytes(OnnxModels.perceptron());
    Random random = new Random(99);
    int refused = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] changed = whole.clone();
      for (int k = random.nextInt(1, 5); k > 0; k--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        read(changed);
      } catch (CompilerException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void randomBytesAreNoModel() {
    Random random = new Random(5);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      CompilerException refused = catchThrowableOfType(CompilerException.class, () -> read(bytes));
      assertThat(refused).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5, 26, Long.MAX_VALUE})
  void operatorsOfAVersionThatIsNotKnownAreRefused(long version) {
    OnnxModel model = OnnxModels.perceptron();
    refuses(
        new OnnxModel(8, "", Map.of("", version), model.graph()),
        CompilerError.SCHEMA_VERSION,
        "version " + version,
        "6 to 25");
    refuses(
        new OnnxModel(8, "", Map.of("com.example", 1L), model.graph()),
        CompilerError.SCHEMA_VERSION,
        "no known set");
  }

  @Test
  void namesAllUnsupportedNodesAtOnce() {
    OnnxModel model =
        nodes(
            nodes -> {
              nodes.set(2, OnnxNode.of("Det", List.of("gemm1"), "relu2"));
              nodes.set(3, OnnxNode.of("Einsum", List.of("relu2", "w2"), "matmul3"));
              nodes.set(5, OnnxNode.of("Det", List.of("add4"), "softmax5"));
              return nodes;
            });
    refuses(
        model,
        CompilerError.MODEL_UNSUPPORTED,
        "node relu2 (Det), node softmax5 (Det): operator Det is not supported",
        "node matmul3 (Einsum): operator Einsum is not supported; supported operators are Abs");
    assertThat(refused(model).getMessage()).doesNotContain("add4");
  }

  @Test
  void attributesThatWouldBeIgnoredAreRefused() {
    refuses(
        nodes(
            nodes -> {
              nodes.set(2, nodes.get(2).with(Map.of("slope", new OnnxAttribute.Real(1))));
              return nodes;
            }),
        CompilerError.MODEL_UNSUPPORTED,
        "node relu2 (Relu)",
        "attribute slope");
  }

  @Test
  void aGraphThatMakesNoSenseIsDamaged() {
    refuses(
        nodes(
            nodes -> {
              nodes.set(0, OnnxNode.of("Flatten", List.of("add4"), "flatten0"));
              return nodes;
            }),
        CompilerError.MODEL_DAMAGED,
        "node flatten0 (Flatten)",
        "add4",
        "circle");
    refuses(
        nodes(
            nodes -> {
              nodes.set(2, OnnxNode.of("Relu", List.of("nowhere"), "relu2"));
              return nodes;
            }),
        CompilerError.MODEL_DAMAGED,
        "node relu2 (Relu)",
        "nowhere is defined nowhere");
    refuses(
        nodes(
            nodes -> {
              nodes.add(3, OnnxNode.of("Relu", List.of("gemm1"), "relu2"));
              return nodes;
            }),
        CompilerError.MODEL_DAMAGED,
        "value relu2",
        "more than once");
    refuses(
        changed(
            graph ->
                new OnnxGraph("", graph.nodes(), graph.constants(), graph.inputs(), List.of())),
        CompilerError.MODEL_DAMAGED,
        "no output");
  }

  @Test
  void inputsOfOtherShapesAreRefused() {
    refuses(input(-2, 3, 4, 4), CompilerError.MODEL_DAMAGED, "input x", "batch is -2");
    refuses(input(1), CompilerError.MODEL_UNSUPPORTED, "input x", "[1]");
    refuses(input(1, 2, 3, 4, 5), CompilerError.MODEL_UNSUPPORTED, "input x");
    refuses(input(1, 3, 0, 4), CompilerError.MODEL_DAMAGED, "input x");
    refuses(input(1, 3, -4, 4), CompilerError.MODEL_DAMAGED, "input x");
    refuses(input(1, 3, 4, 5), CompilerError.MODEL_UNSUPPORTED, "node gemm1 (Gemm)", "48", "60");
    refuses(input(1, 1 << 30), CompilerError.TOO_LARGE, "input x", "" + (1 << 30));
    refuses(input(1, 1 << 30, 1 << 30), CompilerError.TOO_LARGE, "input x");
    refuses(
        changed(
            graph ->
                new OnnxGraph(
                    "",
                    graph.nodes(),
                    graph.constants(),
                    List.of(
                        new OnnxValue(
                            "x",
                            ElementType.FLOAT,
                            List.of(
                                new OnnxValue.Extent.Dynamic("batch"),
                                new OnnxValue.Extent.Known(3),
                                new OnnxValue.Extent.Dynamic("height"),
                                new OnnxValue.Extent.Known(4)))),
                    graph.outputs())),
        CompilerError.MODEL_UNSUPPORTED,
        "input x",
        "[batch, 3, height, 4]",
        "numbers in place of names");
  }

  @Test
  void tensorsThatCannotBeJoinedAreRefused() {
    OnnxModels flattened = OnnxModels.of(1, 1, 2, 4, 4).then("Flatten");
    refuses(
        flattened.then("Concat", OnnxModels.axis(1), "x").build(),
        CompilerError.MODEL_UNSUPPORTED,
        "node concat1 (Concat)",
        "[[32], [2, 4, 4]]");
    for (long axis : new long[] {0, -4}) {
      refuses(
          OnnxModels.of(1, 1, 2, 4, 4).then("Concat", OnnxModels.axis(axis), "x").build(),
          CompilerError.MODEL_UNSUPPORTED,
          "node concat0 (Concat)",
          "axis 0");
    }
    refuses(
        OnnxModels.of(1, 1, 2, 4, 4).then("Concat", OnnxModels.axis(4), "x").build(),
        CompilerError.MODEL_UNSUPPORTED,
        "axis is 4");
    refuses(
        OnnxModels.of(1, 1, 2, 4, 4)
            .normal("w", 1, 1, 2, 4, 4)
            .then("Concat", OnnxModels.axis(1), "w")
            .build(),
        CompilerError.MODEL_UNSUPPORTED,
        "node concat0 (Concat)",
        "input 1 is a constant");
  }

  @Test
  void slopesOfPositionsAreRefused() {
    refuses(
        OnnxModels.of(1, 1, 2, 4, 4)
            .constant(OnnxTensor.of("slope", ElementType.FLOAT, List.of(4), 1, 2, 3, 4))
            .then("PRelu", "slope")
            .build(),
        CompilerError.MODEL_UNSUPPORTED,
        "node prelu0 (PRelu)",
        "one for each of the channels");
  }

  private static OnnxModels padded(long... pads) {
    return OnnxModels.of(1, 1, 2, 4, 4)
        .constant(OnnxTensor.of("pads", List.of(pads.length), pads))
        .constant(OnnxTensor.of("one", ElementType.FLOAT, List.of(), 1.0))
        .normal("w", 1, 3, 2, 2, 2);
  }

  @Test
  void padsThatNoTensorCanHaveAreRefused() {
    refuses(
        padded(1, 0, 1, 1, 0, 0, 1, 1).then("Pad", "pads", "one").then("Conv", "w").build(),
        CompilerError.MODEL_UNSUPPORTED,
        "node pad0 (Pad)",
        "add samples");
    refuses(
        padded(0, 0, -1, 0, 0, 0, 0, 0).then("Pad", "pads").then("Conv", "w").build(),
        CompilerError.MODEL_UNSUPPORTED,
        "node pad0 (Pad)",
        "from 0 on");
    refuses(
        padded(0, 0, 2, 0, 0, 0, 0, 0).then("Pad", "pads").then("Conv", "w").build(),
        CompilerError.MODEL_UNSUPPORTED,
        "node conv1 (Conv)",
        "in zeros alone");
    refuses(
        padded(0, 0, 1, 0, 0, 0, 0, 0).then("Pad", "pads").build(),
        CompilerError.MODEL_UNSUPPORTED,
        "output pad0",
        "it follows Pad");
  }

  private static OnnxModel firstWeights(OnnxTensor tensor) {
    return changed(
        graph -> {
          List<OnnxTensor> constants = new ArrayList<>(graph.constants());
          constants.set(0, tensor);
          return new OnnxGraph("", graph.nodes(), constants, graph.inputs(), graph.outputs());
        });
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void weightsThatAreNoNumbersAreRefused(double weight) {
    double[] weights = new double[12 * 48];
    weights[100] = weight;
    refuses(
        firstWeights(OnnxTensor.of("w1", ElementType.FLOAT, List.of(12, 48), weights)),
        CompilerError.MODEL_UNSUPPORTED,
        "node gemm1 (Gemm)",
        weight + " is not a finite number");
  }

  private static byte[] withInput(FieldWriter type) {
    FieldWriter input = new FieldWriter().text(1, "x").message(2, type);
    return new FieldWriter()
        .number(1, 8)
        .message(7, new FieldWriter().message(11, input))
        .toByteArray();
  }

  @Test
  void inputsThatAreNoTensorsOfNumbersAreRefused() {
    for (long type : List.of(0L, 8L, 14L, 15L, 16L, 17L, 21L, 99L)) {
      byte[] bytes = withInput(new FieldWriter().message(1, new FieldWriter().number(1, type)));
      CompilerException refused =
          catchThrowableOfType(CompilerException.class, () -> OnnxReader.read(bytes));
      assertThat(refused.error()).isEqualTo(CompilerError.MODEL_UNSUPPORTED);
      assertThat(refused).hasMessageContaining("input x: its elements are of type number " + type);
    }
    for (int kind : List.of(4, 5, 8, 9)) {
      byte[] bytes = withInput(new FieldWriter().message(kind, new FieldWriter()));
      CompilerException refused =
          catchThrowableOfType(CompilerException.class, () -> OnnxReader.read(bytes));
      assertThat(refused).hasMessageContaining("input x: it is a sequence");
    }
  }

  @Test
  void wholeNumbersAreTakenIfTheyBecomeRealOnesFirst() {
    for (ElementType type : List.of(ElementType.UINT8, ElementType.INT64, ElementType.BOOL)) {
      OnnxModel doubled = OnnxModels.of(1, 1, 4).then("Add", "x").build();
      OnnxModel cast =
          OnnxModels.of(1, 1, 4)
              .then("Cast", Map.of("to", new OnnxAttribute.Whole(1)))
              .then("Neg")
              .build();
      refuses(ofType(doubled, type), CompilerError.MODEL_UNSUPPORTED, "input x", "Cast", "" + type);
      assertThat(OnnxImport.of(ofType(cast, type), WIDTHS).graph().nodes()).hasSize(3);
    }
  }

  private static OnnxModel ofType(OnnxModel model, ElementType type) {
    OnnxGraph graph = model.graph();
    return new OnnxModel(
        8,
        "",
        model.opsets(),
        new OnnxGraph(
            "",
            graph.nodes(),
            graph.constants(),
            List.of(OnnxValue.of("x", type, 1, 4)),
            graph.outputs()));
  }

  @Test
  void aNetworkThatNoCardHoldsIsRefusedByNode() {
    OnnxModel model =
        OnnxModels.of(1, 1, 1 << 22)
            .constant(
                OnnxTensor.of(
                    "w", ElementType.INT8, List.of(1 << 22, 8), ByteBuffer.allocate(1 << 25)))
            .then("MatMul", "w")
            .build();
    refuses(model, CompilerError.TOO_LARGE, "node matmul0 (MatMul)", "" + (1 << 24));
  }

  @Test
  void namesBecomeNamesOfHardwareAndAreKeptBesideIt() {
    List<String> names =
        List.of("module", "../x", "größe 1", "a.b", "A_B", "", "x".repeat(300), "7", "__");
    OnnxModels models = OnnxModels.of(3, 1, 4);
    for (int i = 0; i < names.size(); i++) {
      models.node(
          new OnnxNode(
              names.get(i), "Relu", "", List.of(models.last()), List.of("v" + i), Map.of()));
    }
    ImportedModel imported = OnnxImport.of(models.build(), WIDTHS);
    assertThat(imported.graph().nodes())
        .extracting(node -> node.name())
        .containsExactly(
            "in",
            "module_n",
            "x",
            "gr_e_1",
            "a_b",
            "A_B_2",
            "v5",
            "x".repeat(48),
            "n7",
            "n",
            "out");
    assertThat(imported.graph().node("module_n").attributes().text("onnx_name"))
        .isEqualTo("module");
    assertThat(imported.graph().node("x").attributes().text("onnx_name")).isEqualTo("../x");
  }

  /** A tensor w of 4 numbers whose elements are described by these fields. */
  private static byte[] withTensor(FieldWriter elements) {
    FieldWriter extents = new FieldWriter().number(1, 4).number(2, 1).text(8, "w");
    FieldWriter tensor = new FieldWriter();
    byte[] both = extents.toByteArray();
    byte[] rest = elements.toByteArray();
    byte[] joined = Arrays.copyOf(both, both.length + rest.length);
    System.arraycopy(rest, 0, joined, both.length, rest.length);
    return new FieldWriter()
        .message(7, tensor.bytes(5, joined))
        .message(8, new FieldWriter().number(2, 13))
        .toByteArray();
  }

  private static void damaged(byte[] bytes, String... words) {
    CompilerException refused =
        catchThrowableOfType(CompilerException.class, () -> OnnxReader.read(bytes));
    assertThat(refused).isNotNull();
    assertThat(refused.error()).isEqualTo(CompilerError.MODEL_DAMAGED);
    assertThat(refused.getMessage()).contains("tensor w").contains(words);
  }

  @Test
  void aTensorHasAsManyElementsAsItsExtentsSay() {
    damaged(withTensor(new FieldWriter().bytes(9, new byte[15])), "16 bytes", "15");
    damaged(withTensor(new FieldWriter().bytes(9, new byte[17])), "16 bytes", "17");
    damaged(withTensor(new FieldWriter().bytes(4, new byte[12])), "16 bytes", "12");
    damaged(withTensor(new FieldWriter().bytes(4, new byte[20])), "more elements");
    damaged(withTensor(new FieldWriter().number(1, -3)), "[4, -3]");
    damaged(withTensor(new FieldWriter().number(1, 1L << 40)), "too large");
    damaged(withTensor(new FieldWriter().number(1, 1 << 20)), "too few");
    assertThat(
            OnnxReader.read(withTensor(new FieldWriter().bytes(4, new byte[16])))
                .graph()
                .constants())
        .singleElement()
        .satisfies(tensor -> assertThat(tensor.reals()).containsExactly(0, 0, 0, 0));
  }

  private static FieldWriter external(String location, String key, String value) {
    return new FieldWriter()
        .message(13, new FieldWriter().text(1, "location").text(2, location))
        .message(13, new FieldWriter().text(1, key).text(2, value))
        .number(14, 1);
  }

  @Test
  void elementsInAnotherFileAreReadFromTheFolderOfTheModelOnly() throws Exception {
    Path model = folder.resolve("model.onnx");
    Files.write(folder.resolve("data"), new byte[20]);
    Files.write(model, withTensor(external("data", "offset", "4")));
    assertThat(OnnxReader.read(model).graph().constants().getFirst().reals())
        .containsExactly(0, 0, 0, 0);

    outside(model, external("missing", "offset", "0"), "cannot be read", "missing");
    outside(model, external("data", "offset", "8"), "20 bytes");
    outside(model, external("data", "offset", "-1"), "offset is \"-1\"");
    outside(model, external("data", "length", "99999999999999999999"), "length is");
    outside(model, external("data", "length", "8"), "length says 8");
    outside(model, external("../data", "offset", "0"), "not in the folder");
    outside(model, external("/etc/passwd", "offset", "0"), "not in the folder");
    outside(model, external("a\0b", "offset", "0"), "tensor w");
    damaged(withTensor(external("data", "offset", "0")), "the model is no file");
  }

  private static void outside(Path model, FieldWriter elements, String... words) throws Exception {
    Files.write(model, withTensor(elements));
    CompilerException refused =
        catchThrowableOfType(CompilerException.class, () -> OnnxReader.read(model));
    assertThat(refused).isNotNull();
    assertThat(refused.error()).isEqualTo(CompilerError.MODEL_DAMAGED);
    assertThat(refused.getMessage()).contains("tensor w").contains(words);
  }
}
