package dev.backplane.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphTest {
  static final Graph EXAMPLE =
      Graph.builder()
          .attributes(Attributes.NONE.with("note", "\"quoted\"\nand \u00fc\u2028"))
          .node(
              "x",
              "linear",
              Attributes.of(
                  Map.of("weights", IntegerTensor.of(Shape.of(1, 3), 1, -2, Long.MIN_VALUE))))
          .node(
              "y/\u00e9",
              "other",
              Attributes.NONE
                  .with("reals", RealTensor.of(Shape.of(2), -0.0, 1e-300))
                  .with("real", new Attribute.Real(3))
                  .with("whole", 3)
                  .with("flag", new Attribute.Flag(true))
                  .with(
                      "list",
                      new Attribute.Sequence(
                          List.of(new Attribute.Whole(1), new Attribute.Text("a"))))
                  .with("$integers", "no tensor")
                  .with("$$", Attributes.NONE.with("inner", 1)))
          .edge(new Edge("x", "y/\u00e9", Attributes.NONE.with("index", 0)))
          .build();

  private static void refuses(CompilerError error, String text, ThrowingCallable call) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(call)
        .withMessageContaining(text)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  void readsBackAWrittenGraph() {
    Registry registry = Registry.EMPTY.with("net", EXAMPLE).with("empty", Graph.builder().build());
    String text = GraphJson.write(registry);

    assertThat(GraphJson.read(text)).isEqualTo(registry);
    assertThat(GraphJson.write(GraphJson.read(text))).isEqualTo(text);
  }

  @Test
  void aChangedNodeIsOneChangedLine() {
    String before = GraphJson.write(Registry.EMPTY.with("net", EXAMPLE));
    String after = before.replace("\"whole\": 3", "\"whole\": 4");
    List<String> changed =
        after.lines().filter(line -> before.lines().noneMatch(line::equals)).toList();

    assertThat(changed).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                                | SYNTAX         | line 1",
        "''                                               | SYNTAX         | format",
        "{\"format\": \"backplane-ir\", \"version\": 2}   | SCHEMA_VERSION | not 2",
        "{\"a\": 1, \"a\": 2}                             | SYNTAX         | line 1",
        "[]                                               | SYNTAX         | format",
      })
  void refusesATextThatIsNoGraph(String text, CompilerError error, String words) {
    refuses(error, words, () -> GraphJson.read(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"index\": 0              | \"index\": null        | SYNTAX            | attribute index",
        "\"type\": \"other\"       | \"type\": 5            | SYNTAX            | node y/",
        "[1, 3]                    | [1, 4]                 | SHAPE_MISMATCH    | node x",
        "[1, 3]                    | [0]                    | SHAPE_MISMATCH    | attribute"
            + " weights",
        "[1, -2                    | [1.5, -2               | SYNTAX            | 1.5",
        "[1, -2                    | [99999999999999999999, -2 | SYNTAX         |"
            + " 99999999999999999999",
        "\"from\": \"x\"           | \"from\": \"z\"        | DANGLING_EDGE     | no node z",
      })
  void reportsMistakesWithTheirNode(String good, String bad, CompilerError error, String words) {
    String text = GraphJson.write(Registry.EMPTY.with("net", EXAMPLE));
    assertThat(text).contains(good);

    refuses(error, words, () -> GraphJson.read(text.replace(good, bad)));
    refuses(error, "graph net", () -> GraphJson.read(text.replace(good, bad)));
  }

  @Test
  void nodesAndEdgesAreThereOnce() {
    Graph.Builder graph = Graph.builder().node("x", "a", Attributes.NONE).edge("x", "x");

    refuses(CompilerError.DUPLICATE_NODE, "node x", () -> graph.node("x", "b", Attributes.NONE));
    refuses(CompilerError.DUPLICATE_EDGE, "x -> x", () -> graph.edge("x", "x"));
  }

  @Test
  void aCycleIsToldNodeByNode() {
    Graph graph =
        Graph.builder()
            .node("a", "t", Attributes.NONE)
            .node("b", "t", Attributes.NONE)
            .node("c", "t", Attributes.NONE)
            .node("d", "t", Attributes.NONE)
            .edge("a", "b")
            .edge("b", "c")
            .edge("c", "b")
            .edge("c", "d")
            .build();

    refuses(CompilerError.CYCLE, "node b -> c -> b", graph::topologicalOrder);
  }

  @Test
  void aGraphConsistsOfTheClosureOfItsOutputs() {
    Graph leaf = Graph.builder().build();
    Graph root =
        Graph.builder()
            .node("n", "part", Attributes.NONE.with(Registry.IMPLEMENTATION, "leaf"))
            .build();
    Registry registry = Registry.EMPTY.with("other", leaf).with("leaf", leaf).with("root", root);

    assertThat(registry.closure("root").graphs()).containsOnlyKeys("root", "leaf");
    refuses(
        CompilerError.UNKNOWN_TYPE,
        "graph root, node n",
        () -> registry.without("leaf").closure("root"));
  }

  @Test
  void namesDoNotBreakAPicture() {
    Graph graph = Graph.builder().node("a\"]; b [\\", "t", Attributes.NONE).build();

    assertThat(GraphDot.write("g", graph))
        .contains("  \"a\\\"]; b [\\\\\" [label=\"a\\\"]; b [\\\\\\nt\"];");
  }

  @Test
  void typesOfAttributesAreNotMixed() {
    Attributes attributes = Attributes.NONE.with("n", 1).with("big", 1L << 40);

    refuses(CompilerError.ATTRIBUTE_MISSING, "attribute m", () -> attributes.integer("m"));
    refuses(CompilerError.ATTRIBUTE_INVALID, "attribute n", () -> attributes.text("n"));
    refuses(CompilerError.ATTRIBUTE_INVALID, "32 bits", () -> attributes.integer("big"));
    refuses(CompilerError.ATTRIBUTE_INVALID, "NaN", () -> new Attribute.Real(Double.NaN));
  }

  private static Graph.Builder three() {
    return Graph.builder()
        .node("a", "x", Attributes.NONE)
        .node("b", "x", Attributes.NONE)
        .node("c", "x", Attributes.NONE)
        .node("joined", "concat", Attributes.NONE);
  }

  @Test
  void edgesThatSayTheirInputsMayComeInAnyOrder() {
    Graph graph =
        three().edge("b", "joined", 2).edge("c", "joined", 0).edge("a", "joined", 1).build();

    assertThat(graph.incoming("joined")).extracting(Edge::from).containsExactly("c", "a", "b");
    assertThat(graph.toBuilder().build()).isEqualTo(graph);
    assertThat(GraphJson.read(GraphJson.write(Registry.EMPTY.with("net", graph))).graphs())
        .containsEntry("net", graph);
    assertThat(graph)
        .isNotEqualTo(
            three().edge("b", "joined", 1).edge("c", "joined", 0).edge("a", "joined", 2).build());
  }

  @Test
  void inputsThatAreSaidWronglyAreRefused() {
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "edge b -> joined, attribute input: the inputs of node joined are 0 to 1, each once, and"
            + " not 0 twice",
        () -> three().edge("a", "joined", 0).edge("b", "joined", 0).build());
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "edge b -> joined",
        () -> three().edge("a", "joined", 0).edge("b", "joined", 2).build());
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "edge a -> joined",
        () -> three().edge("a", "joined", -1).edge("b", "joined", 0).build());
    refuses(
        CompilerError.ATTRIBUTE_MISSING,
        "edge b -> joined",
        () -> three().edge("a", "joined", 0).edge("b", "joined").build());
    refuses(
        CompilerError.ATTRIBUTE_INVALID,
        "edge a -> joined",
        () ->
            three().edge(new Edge("a", "joined", Attributes.NONE.with("input", "first"))).build());
  }
}
