package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is lowered, what is refused, and what is written. */
class LoweringTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  private static void refuses(CompilerError error, String text, ThrowingCallable call) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(call)
        .withMessageContaining(text)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  private static Graph relus(String... names) {
    Graph.Builder graph = Graph.builder().node("in", "input", Networks.input(8, 4, 2));
    String before = "in";
    for (String name : names) {
      graph.node(name, "relu", Attributes.NONE).edge(before, name);
      before = name;
    }
    return graph.node("out", "output", Attributes.NONE).edge(before, "out").build();
  }

  private Design lower(String name, Graph graph) {
    return compiler.verilog().lower(name, compiler.infer(graph));
  }

  @Test
  void theSameGraphGivesTheSameBytesInEveryLocaleAndTimeZone() {
    Graph graph = compiler.quantize(Networks.perceptron(1, 2));
    Design design = lower("net", graph);
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
      Compiler other = Compiler.load();
      Graph again = other.quantize(Networks.perceptron(1, 2));

      assertThat(other.verilog().lower("net", other.infer(again))).isEqualTo(design);
      assertThat(design.description().text()).contains("name = \"net\"");
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../x", "", "module", "Signal", "a b", "1a", "_a", "a_", "a__b", "\u00e9", "a/b", "a.v",
        "\u0130"
      })
  void aNameThatCannotBeOneIsRefusedWithItsNode(String name) {
    refuses(CompilerError.BAD_NAME, "node " + name, () -> lower("net", relus(name)));
    refuses(CompilerError.BAD_NAME, "design", () -> lower(name, relus("a")));
  }

  @Test
  void namesThatDifferInCaseOrAreLongAreRefused() {
    refuses(CompilerError.BAD_NAME, "node A", () -> lower("net", relus("a", "A")));
    refuses(CompilerError.BAD_NAME, "not 300", () -> lower("net", relus("x".repeat(300))));
    refuses(CompilerError.BAD_NAME, "static", () -> lower("Backplane_relu", relus("a")));
    assertThat(lower("net", relus("x".repeat(64))).files()).isNotEmpty();
  }

  @Test
  void aNodeOfAnUnknownTypeIsNamedWithTheTypesThatThereAre() {
    Graph graph = Networks.chain(Networks.input(8, 4, 2), List.of(Attributes.NONE), List.of("wat"));

    refuses(CompilerError.UNKNOWN_TYPE, "node wat0", () -> compiler.infer(graph));
    refuses(CompilerError.UNKNOWN_TYPE, "linear", () -> compiler.infer(graph));
  }

  @ParameterizedTest
  @CsvSource({
    "weight_width, 3, WIDTH_MISMATCH, element 2",
    "weight_width, 40, WIDTH_MISMATCH, not 40",
    "fraction, 9, WIDTH_MISMATCH, attribute fraction",
    "lanes, 0, ATTRIBUTE_INVALID, attribute lanes",
    "lanes, 3, ATTRIBUTE_INVALID, attribute lanes",
    "bias_fraction, 9, WIDTH_MISMATCH, attribute bias",
    "bias_fraction, -80, WIDTH_MISMATCH, attribute bias",
  })
  void attributesThatDoNotFitAreRefusedWithTheirNode(
      String name, long value, CompilerError error, String words) {
    Graph good = Networks.chain(Networks.input(8, 4, 2), List.of(linear()), List.of("linear"));
    compiler.infer(good);
    Graph bad =
        Networks.chain(
            Networks.input(8, 4, 2), List.of(linear().with(name, value)), List.of("linear"));

    refuses(error, words, () -> compiler.infer(bad));
    refuses(error, "node linear0", () -> compiler.infer(bad));
  }

  private static Attributes linear() {
    return Attributes.NONE
        .with("weights", IntegerTensor.of(Shape.of(2, 2), 1, 2, 7, -8))
        .with("weight_width", 4)
        .with("weight_fraction", 3)
        .with("bias", IntegerTensor.of(Shape.of(2), 1, -1))
        .with("bias_fraction", 7)
        .with("width", 8)
        .with("fraction", 4)
        .with("lanes", 2);
  }

  @Test
  void shapesThatDoNotFitAreRefusedWithTheirNode() {
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "node linear0, attribute weights",
        () ->
            compiler.infer(
                Networks.chain(Networks.input(8, 4, 3), List.of(linear()), List.of("linear"))));
  }

  @Test
  void aGraphWithoutOneInputAndOneOutputIsRefusedAndSoIsANodeThatNothingReads() {
    Graph fork =
        relus("a", "b").toBuilder().node("c", "relu", Attributes.NONE).edge("a", "c").build();
    Graph noInput = Graph.builder().node("out", "output", Attributes.NONE).build();

    refuses(CompilerError.UNSUPPORTED_GRAPH, "node c", () -> lower("net", fork));
    refuses(CompilerError.UNSUPPORTED_GRAPH, "node out", () -> lower("net", noInput));
    refuses(
        CompilerError.UNSUPPORTED_GRAPH, "no input", () -> lower("net", Graph.builder().build()));
  }

  @Test
  void aFolderHasAllFilesOrIsNotThere() throws IOException {
    Design design = lower("net", relus("a"));
    Path target = folder.resolve("new/out");
    List<Path> written = design.write(target);

    assertThat(written).allMatch(Files::isRegularFile);
    assertThat(target.resolve("kernel.toml")).isRegularFile();
    refuses(CompilerError.OUTPUT, "not empty", () -> design.write(target));

    Path other = folder.resolve("other");
    for (String name : List.of("../escaped.v", "a/b.v", "/tmp/escaped.v", "..", "")) {
      Design bad =
          new Design(
              "net",
              List.of(design.files().getFirst(), new HdlFile(name, "x")),
              design.description(),
              List.of());
      refuses(CompilerError.OUTPUT, "outside the output folder", () -> bad.write(other));
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(folder.resolve("new"));
    }
  }

  @Test
  void aTypeHasOneHandlerAndAnOverrideNeedsOne() {
    var handlers = compiler.verilog().handlers();
    Function<HdlNode, HdlPart> handler = node -> HdlInstance.of(node.unit(), List.of());

    refuses(CompilerError.DUPLICATE_TYPE, "type relu", () -> handlers.register("relu", handler));
    refuses(CompilerError.OVERRIDE_OF_NOTHING, "type wat", () -> handlers.override("wat", handler));
  }

  @Test
  void anOverrideCountsUntilItIsRemoved() {
    var handlers = compiler.verilog().handlers();
    Design before = lower("net", relus("a"));
    var override =
        handlers.overrideIterable(
            "relu",
            node ->
                List.of(
                    HdlInstance.of(node.unit(), List.of()),
                    new HdlFile(node.unit() + ".v", "// other\n")));
    Design during = lower("net", relus("a"));
    override.remove();

    assertThat(during.files()).contains(new HdlFile("net_layer_a.v", "// other\n"));
    assertThat(lower("net", relus("a"))).isEqualTo(before);
  }

  @Test
  void aHandlerThatBreaksItsContractIsNamedWithTheNode() {
    var handlers = compiler.verilog().handlers();
    TypedGraph graph = compiler.infer(relus("a"));
    for (Function<HdlNode, List<HdlPart>> bad :
        List.<Function<HdlNode, List<HdlPart>>>of(
            _ -> List.of(),
            _ -> List.of(HdlInstance.of("x", List.of()), HdlInstance.of("y", List.of())),
            _ -> List.of(HdlInstance.of("x", List.of("missing.v"))),
            _ -> {
              throw new IllegalStateException("broken");
            })) {
      var override = handlers.overrideIterable("relu", bad);
      refuses(CompilerError.BAD_COMPONENT, "node a", () -> compiler.verilog().lower("n", graph));
      override.remove();
    }
    var clash =
        handlers.overrideIterable(
            "relu",
            node ->
                List.of(
                    HdlInstance.of(node.unit(), List.of()),
                    new HdlFile("net_network.v", "// mine\n")));
    refuses(CompilerError.FILE_CONFLICT, "net_network.v", () -> lower("net", relus("a")));
    clash.remove();
  }
}
