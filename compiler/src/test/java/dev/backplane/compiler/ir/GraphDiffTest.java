package dev.backplane.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphDiffTest {
  private static final Graph BEFORE =
      Graph.builder()
          .node("in", "input", Attributes.NONE.with("width", 8))
          .node("a", "linear", Attributes.NONE.with("w", IntegerTensor.of(Shape.of(3), 1, 2, 3)))
          .node("b", "relu", Attributes.NONE)
          .node("sum", "add", Attributes.NONE)
          .edge("in", "a")
          .edge("in", "b")
          .edge("a", "sum")
          .edge("b", "sum")
          .build();

  private static List<String> diff(Graph before, Graph after) {
    return GraphDiff.between(
        Registry.of(Map.of("main", before)), Registry.of(Map.of("main", after)));
  }

  @Test
  void equalGraphsHaveNoDifferences() {
    assertThat(diff(BEFORE, BEFORE.toBuilder().build())).isEmpty();
  }

  @Test
  void everyDifferenceIsALine() {
    Graph after =
        Graph.builder()
            .attributes(Attributes.NONE.with("made", "today"))
            .node("in", "input", Attributes.NONE.with("width", 9))
            .node("a", "linear", Attributes.NONE.with("w", IntegerTensor.of(Shape.of(3), 1, 5, 4)))
            .node("b", "clip", Attributes.NONE)
            .node("c", "relu", Attributes.NONE)
            .node("sum", "add", Attributes.NONE)
            .edge("in", "a")
            .edge("in", "b")
            .edge("a", "c")
            .edge("b", "sum")
            .build();

    assertThat(diff(BEFORE, after))
        .containsExactly(
            "+ graph main, attribute made: \"today\"",
            "~ graph main, node in, attribute width: 8 -> 9",
            "~ graph main, node a, attribute w: integers 3 -> integers 3, 2 elements differ, the"
                + " first at 1: 2 -> 5",
            "~ graph main, node b, type: relu -> clip",
            "+ graph main, node c: relu",
            "- graph main, edge a -> sum",
            "+ graph main, edge a -> c");
  }

  @Test
  void inputsInAnotherOrderAreADifferenceNodesAreNot() {
    Graph after =
        Graph.builder()
            .node("sum", "add", Attributes.NONE)
            .node("b", "relu", Attributes.NONE)
            .node("a", "linear", BEFORE.node("a").attributes())
            .node("in", "input", Attributes.NONE.with("width", 8))
            .edge("b", "sum")
            .edge("a", "sum")
            .edge("in", "a")
            .edge("in", "b")
            .build();

    assertThat(diff(BEFORE, after))
        .containsExactly("~ graph main, node sum, inputs: [a, b] -> [b, a]");
  }

  @Test
  void numbersOfInputsAreShown() {
    Graph.Builder before = Graph.builder();
    Graph.Builder after = Graph.builder();
    for (String name : List.of("a", "b", "joined")) {
      before.node(name, "relu", Attributes.NONE);
      after.node(name, "relu", Attributes.NONE);
    }

    assertThat(
            diff(
                before.edge("a", "joined", 0).edge("b", "joined", 1).build(),
                after.edge("a", "joined", 1).edge("b", "joined", 0).build()))
        .containsExactly(
            "~ graph main, edge a -> joined, attribute input: 0 -> 1",
            "~ graph main, edge b -> joined, attribute input: 1 -> 0",
            "~ graph main, node joined, inputs: [a, b] -> [b, a]");
  }

  @Test
  void graphsComeAndGo() {
    Registry one = Registry.of(Map.of("a", BEFORE));
    Registry other = Registry.of(Map.of("b", BEFORE));

    assertThat(GraphDiff.between(one, other)).containsExactly("- graph a", "+ graph b");
  }
}
