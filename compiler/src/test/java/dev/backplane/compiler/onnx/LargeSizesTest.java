package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.protobuf.FieldReader;
import dev.backplane.protobuf.FieldWriter;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A size is checked before memory of that size is asked for, and products do not overflow. */
class LargeSizesTest {
  private static final int LONGEST = Short.MAX_VALUE;
  private static final OnnxTensor WEIGHT =
      OnnxTensor.of("w", ElementType.FLOAT, List.of(1, 1, 1, 1), 1);

  private final Compiler compiler = Compiler.load();

  @TempDir Path folder;

  private static OnnxModels picture() {
    return OnnxModels.of(1, 1, 1, 2, 2).constant(WEIGHT);
  }

  private static Map<String, OnnxAttribute> pool(long kernel, long pad) {
    return Map.of(
        "kernel_shape",
        OnnxModels.wholes(kernel, kernel),
        "pads",
        OnnxModels.wholes(pad, pad, pad, pad),
        "count_include_pad",
        new OnnxAttribute.Whole(1));
  }

  private static OnnxTensor wholes(String name, long... numbers) {
    return OnnxTensor.of(name, List.of(numbers.length), numbers);
  }

  static Stream<OnnxModel> models() {
    long large = 1L << 30;
    OnnxModels rows = OnnxModels.of(1, 1, 4);
    return Stream.of(
        picture().then("AveragePool", pool(LONGEST, LONGEST - 1)).build(),
        picture().then("AveragePool", pool(2000, 1999)).build(),
        picture()
            .then(
                "MaxPool",
                Map.of(
                    "kernel_shape",
                    OnnxModels.wholes(LONGEST, LONGEST),
                    "pads",
                    OnnxModels.wholes(LONGEST - 1, LONGEST - 1, LONGEST - 1, LONGEST - 1)))
            .build(),
        picture()
            .then(
                "Conv", Map.of("pads", OnnxModels.wholes(LONGEST, LONGEST, LONGEST, LONGEST)), "w")
            .build(),
        OnnxModels.of(1, large, 4).constant(wholes("s", large, 2, 3)).then("Reshape", "s").build(),
        OnnxModels.of(1, large, 4).constant(wholes("s", -1, 1L << 31)).then("Reshape", "s").build(),
        OnnxModels.of(1, Long.MAX_VALUE, 4).constant(wholes("s", -1)).then("Reshape", "s").build(),
        OnnxModels.of(1, 1, 1L << 31).then("Relu").build(),
        OnnxModels.of(1, 1, 1 << 16, 1 << 16).then("Relu").build(),
        OnnxModels.of(1, 1, 1 << 13, 1 << 12).then("Relu").build(),
        rows.constant(wholes("s", large, large))
            .aside("c", "ConstantOfShape", Map.of(), "s")
            .then("MatMul", "c")
            .build(),
        OnnxModels.of(1, 1, 4)
            .constant(wholes("s", 1 << 16, 1 << 16))
            .constant(OnnxTensor.of("v", ElementType.FLOAT, List.of(1, 1), 1))
            .aside("c", "Expand", Map.of(), "v", "s")
            .then("MatMul", "c")
            .build(),
        OnnxModels.of(1, 1, 4)
            .constant(
                OnnxTensor.of("v", ElementType.FLOAT, List.of(1, 1 << 20), new double[1 << 20]))
            .constant(OnnxTensor.of("at", List.of(1 << 12), new long[1 << 12]))
            .aside("c", "Gather", Map.of(), "v", "at")
            .then("MatMul", "c")
            .build());
  }

  @ParameterizedTest
  @MethodSource("models")
  void modelsThatAreTooLargeAreRefused(OnnxModel model) {
    CompilerException refused =
        catchThrowableOfType(
            CompilerException.class, () -> new ImportedRun(compiler, model, new BitWidths(8, 8)));
    assertThat(refused).isNotNull();
    assertThat(refused.error())
        .as(refused.getMessage())
        .isIn(
            CompilerError.TOO_LARGE, CompilerError.MODEL_UNSUPPORTED, CompilerError.MODEL_DAMAGED);
  }

  /** A file that has a size and next to no content. */
  @Test
  void elementsInLargeFilesAreNotRead() throws Exception {
    try (RandomAccessFile data = new RandomAccessFile(folder.resolve("w.bin").toFile(), "rw")) {
      data.setLength(1L << 31);
    }
    byte[] external = new FieldWriter().text(1, "location").text(2, "w.bin").toByteArray();
    byte[] tensor =
        new FieldWriter()
            .number(1, 1 << 14)
            .number(1, 1 << 15)
            .number(2, 1)
            .text(8, "w")
            .bytes(13, external)
            .number(14, 1)
            .toByteArray();
    ExternalFiles files = new ExternalFiles(java.util.Optional.of(folder));
    assertThatThrownBy(() -> TensorReader.read(FieldReader.of(tensor), files))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("TOO_LARGE: tensor w: it has extents [16384, 32768]");
  }

  static Stream<Graph> graphs() {
    Attribute.Whole long16 = new Attribute.Whole(1 << 16);
    Attribute.Sequence square = new Attribute.Sequence(List.of(long16, long16));
    Attribute.Whole padding = new Attribute.Whole((1 << 16) - 1);
    Attribute.Sequence around = new Attribute.Sequence(List.of(padding, padding, padding, padding));
    return Stream.of(
        graph("average_pool2d", Attributes.NONE.with("kernel", square).with("padding", around)),
        graph("max_pool2d", Attributes.NONE.with("kernel", square).with("padding", around)),
        graph("sliding_window", Attributes.NONE.with("size", Integer.MAX_VALUE)),
        graph("shift_register", Attributes.NONE.with("points", 1 << 30).with("skip", 1 << 30)));
  }

  private static Graph graph(String type, Attributes attributes) {
    Shape shape = type.contains("pool") ? Shape.of(2, 2, 1) : Shape.of(4);
    return Graph.builder()
        .node(
            "in",
            "input",
            Attributes.NONE.with("shape", shape.toAttribute()).with("width", 8).with("fraction", 4))
        .node("node", type, attributes)
        .node("out", "output", Attributes.NONE)
        .edge("in", "node")
        .edge("node", "out")
        .build();
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void graphsThatAreTooLargeAreRefused(Graph graph) {
    assertThatThrownBy(() -> compiler.infer(graph)).isInstanceOf(CompilerException.class);
    assertThatThrownBy(() -> new Calibration(graph, compiler.components()).addNormal(1))
        .isInstanceOf(CompilerException.class)
        .hasMessageNotContaining("BAD_COMPONENT");
  }
}
