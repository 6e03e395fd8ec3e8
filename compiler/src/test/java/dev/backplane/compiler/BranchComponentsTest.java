package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What components of several inputs compute, and what they refuse. */
class BranchComponentsTest {
  private final Compiler compiler = Compiler.load();

  private TypedGraph sum(Attributes attributes, Attributes first, String type) {
    return compiler.infer(
        Graph.builder()
            .node("in", "input", first)
            .node("a", "relu", Attributes.NONE)
            .node("b", type, Attributes.NONE.with("width", 20).with("fraction", 40))
            .node("sum", "add", attributes)
            .node("out", "output", Attributes.NONE)
            .edge("in", "a")
            .edge("in", "b")
            .edge("a", "sum")
            .edge("b", "sum")
            .edge("sum", "out")
            .build());
  }

  @Test
  void aSumHasOneShapeAndSixtyTwoBitsAtMost() {
    Attributes input = Networks.input(8, 0, 2, 2);

    assertThat(Interpreter.of(sum(Attributes.NONE, input, "relu")).run(3, -3, 127, 0))
        .containsExactly(3, 0, 127, 0);
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> sum(Attributes.NONE, input, "flatten"))
        .withMessageContaining("node sum")
        .withMessageContaining("2x2 and 4");
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> sum(Attributes.NONE, Networks.input(32, 0, 2), "requantize"))
        .withMessageContaining("node sum")
        .withMessageContaining("62");
  }

  /** The input and these nodes of it, joined in this order. */
  private static Graph joined(Attributes input, Attributes attributes, List<Branch> branches) {
    Graph.Builder graph =
        Graph.builder().node("in", "input", input).node("joined", "concat", attributes);
    for (int i = branches.size() - 1; i >= 0; i--) {
      String name = "b" + i;
      graph.node(name, branches.get(i).type, branches.get(i).attributes);
      graph.edge("in", name).edge(name, "joined", i);
    }
    return graph.node("out", "output", Attributes.NONE).edge("joined", "out").build();
  }

  private record Branch(String type, Attributes attributes) {
    static Branch of(int width, int fraction) {
      return new Branch(
          "requantize", Attributes.NONE.with("width", width).with("fraction", fraction));
    }
  }

  private static final Branch SAME = new Branch("requantize", Attributes.NONE);
  private static final Branch POSITIVE = new Branch("relu", Attributes.NONE);

  private void refuses(CompilerError error, String words, Graph graph) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> compiler.infer(graph))
        .withMessageContaining("node joined")
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  void tensorsAreJoinedChannelByChannelOrAlongAnotherAxis() {
    Attributes input = Networks.input(8, 0, 2, 2);
    TypedGraph channels =
        compiler.infer(joined(input, Attributes.NONE, List.of(SAME, POSITIVE, SAME)));
    TypedGraph rows =
        compiler.infer(joined(input, Attributes.NONE.with("axis", 0), List.of(POSITIVE, SAME)));

    assertThat(channels.type(channels.graph().node("joined")).shape()).isEqualTo(Shape.of(2, 6));
    assertThat(Interpreter.of(channels).run(1, -2, -3, 4))
        .containsExactly(1, -2, 1, 0, 1, -2, -3, 4, 0, 4, -3, 4);
    assertThat(rows.type(rows.graph().node("joined")).shape()).isEqualTo(Shape.of(4, 2));
    assertThat(Interpreter.of(rows).run(1, -2, -3, 4)).containsExactly(1, 0, 0, 4, 1, -2, -3, 4);
  }

  @Test
  void everyNumberIsRoundedOnceIntoTheFormatOfTheResult() {
    Attributes input = Networks.input(8, 2, 1);
    List<Branch> branches = List.of(SAME, Branch.of(8, 1), Branch.of(12, 4));
    TypedGraph first = compiler.infer(joined(input, Attributes.NONE, branches));
    TypedGraph narrow =
        compiler.infer(
            joined(input, Attributes.NONE.with("width", 4).with("fraction", 0), branches));

    assertThat(Interpreter.of(first).run(5)).containsExactly(5, 4, 5);
    assertThat(Interpreter.of(narrow).run(6)).containsExactly(2, 2, 2);
    assertThat(Interpreter.of(narrow).run(-120)).containsExactly(-8, -8, -8);
  }

  @Test
  void realNumbersAreJoinedAsTheyAre() {
    Graph graph = joined(Networks.input(8, 0, 2, 1), Attributes.NONE, List.of(POSITIVE, SAME));

    assertThat(
            RealInterpreter.of(graph, compiler.components())
                .run(Map.of("in", RealTensor.of(Shape.of(2, 1), -0.3, 0.7))))
        .containsEntry("out", RealTensor.of(Shape.of(2, 2), 0, -0.3, 0.7, 0.7));
  }

  @Test
  void aUnitJoinsTwoStreamsAndSeveralJoinMore() {
    Graph graph =
        joined(Networks.input(8, 0, 2, 3), Attributes.NONE, List.of(SAME, SAME, SAME, SAME));

    String network =
        compiler.verilog().lower("net", compiler.infer(graph)).files().stream()
            .filter(file -> file.name().equals("net_network.v"))
            .findFirst()
            .orElseThrow()
            .text();
    assertThat(network)
        .contains(".RUN0(3), .RUN1(3), .COUNT_WIDTH(2)) i1_joined")
        .contains(".RUN0(6), .RUN1(3), .COUNT_WIDTH(3)) i2_joined")
        .contains(".RUN0(9), .RUN1(3), .COUNT_WIDTH(4)) i_joined");
  }

  @Test
  void refusesBranchesThatCannotBeJoined() {
    Attributes input = Networks.input(8, 0, 2, 3);
    Branch flat = new Branch("flatten", Attributes.NONE);
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "[2x3, 6]",
        joined(input, Attributes.NONE, List.of(SAME, flat)));
    Branch pooled = new Branch("max_pool1d", Attributes.NONE.with("kernel", Networks.numbers(2)));
    refuses(
        CompilerError.SHAPE_MISMATCH,
        "axis 1",
        joined(input, Attributes.NONE, List.of(SAME, pooled)));
    compiler.infer(joined(input, Attributes.NONE.with("axis", 0), List.of(SAME, pooled)));
    for (int axis : new int[] {-1, 2}) {
      refuses(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute axis",
          joined(input, Attributes.NONE.with("axis", axis), List.of(SAME, SAME)));
    }
    refuses(
        CompilerError.WIDTH_MISMATCH,
        "62",
        joined(
            Networks.input(32, 0, 2),
            Attributes.NONE,
            List.of(Branch.of(32, 0), Branch.of(8, 40))));
    refuses(
        CompilerError.UNSUPPORTED_GRAPH,
        "2 inputs or more, not 1",
        joined(input, Attributes.NONE, List.of(SAME)));
  }

  @Test
  void joinedInputsSayWhichTheyAre() {
    Graph graph =
        Graph.builder()
            .node("in", "input", Networks.input(8, 0, 2))
            .node("a", "relu", Attributes.NONE)
            .node("joined", "concat", Attributes.NONE)
            .node("out", "output", Attributes.NONE)
            .edge("in", "a")
            .edge("in", "joined")
            .edge("a", "joined")
            .edge("joined", "out")
            .build();

    refuses(CompilerError.ATTRIBUTE_MISSING, "attribute input, from 0", graph);
  }

  @Test
  void sectionsThatReadMoreStreamsThanThereAreAreRefused() {
    Graph graph = joined(Networks.input(8, 0, 2), Attributes.NONE, List.of(SAME, SAME));
    HdlInstance unit = HdlInstance.of("unit", List.of());
    var override =
        compiler
            .verilog()
            .handlers()
            .overrideIterable("concat", _ -> List.of(new HdlSection(unit, 8, 3), unit));

    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> compiler.verilog().lower("net", compiler.infer(graph)))
        .withMessageContaining("node joined")
        .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.BAD_COMPONENT));
    override.remove();
  }
}
