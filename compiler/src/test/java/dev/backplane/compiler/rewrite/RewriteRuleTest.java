package dev.backplane.compiler.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RewriteRuleTest {
  private static final Pattern PAIR =
      Pattern.builder()
          .interfaceNode("before")
          .node("first", "a")
          .node("second", "b")
          .interfaceNode("after")
          .edge("before", "first")
          .edge("first", "second")
          .edge("second", "after")
          .build();

  private static final RewriteRule FUSE = new RewriteRule("fuse", PAIR, RewriteRuleTest::fused);

  private static Graph fused(Map<String, Node> matched) {
    return Graph.builder()
        .node("before", "any", Attributes.NONE)
        .node(
            "ab",
            "ab",
            Attributes.NONE.with("of", Objects.requireNonNull(matched.get("first")).name()))
        .node("after", "any", Attributes.NONE)
        .edge("before", "ab")
        .edge("ab", "after")
        .build();
  }

  /** An input, these types, an output, in a row; nodes are called n0, n1 and so on. */
  private static Graph chain(String types) {
    Graph.Builder graph = Graph.builder().node("in", "input", Attributes.NONE);
    String before = "in";
    for (int i = 0; i < types.length(); i++) {
      graph.node("n" + i, types.substring(i, i + 1), Attributes.NONE).edge(before, "n" + i);
      before = "n" + i;
    }
    return graph.node("out", "output", Attributes.NONE).edge(before, "out").build();
  }

  private static List<String> types(Graph graph) {
    return graph.topologicalOrder().stream().map(Node::type).toList();
  }

  @Test
  void everyMatchIsReplacedAndTheRestStays() {
    Graph result = FUSE.applyRepeatedly(chain("cabab"), 2);

    assertThat(types(result)).containsExactly("input", "c", "ab", "ab", "output");
    assertThat(result.has("ab")).isTrue();
    assertThat(result.node("ab_1").attributes().text("of")).isEqualTo("n3");
  }

  @Test
  void aRuleThatDoesNotMatchGivesTheSameGraph() {
    Graph graph = chain("ba");

    assertThat(FUSE.apply(graph)).isSameAs(graph);
  }

  @Test
  void anEdgeToTheOutsideForbidsAMatch() {
    Graph graph =
        chain("ab").toBuilder()
            .node("tap", "c", Attributes.NONE)
            .edge(new Edge("n0", "tap", Attributes.NONE))
            .build();

    assertThat(FUSE.apply(graph)).isSameAs(graph);
  }

  private static List<String> inputs(Graph graph, String node) {
    return graph.incoming(node).stream().map(Edge::from).toList();
  }

  /** A node that joins: its inputs are a pair, something else, and another pair. */
  private static Graph.Builder joined() {
    return Graph.builder()
        .node("in", "input", Attributes.NONE)
        .node("a1", "a", Attributes.NONE)
        .node("b1", "b", Attributes.NONE)
        .node("c", "c", Attributes.NONE)
        .node("a2", "a", Attributes.NONE)
        .node("b2", "b", Attributes.NONE)
        .node("joined", "join", Attributes.NONE)
        .edge("in", "a1")
        .edge("a1", "b1")
        .edge("in", "c")
        .edge("in", "a2")
        .edge("a2", "b2");
  }

  @Test
  void aReplacementKeepsItsPlaceAmongTheInputsOfAnotherNode() {
    Graph numbered =
        joined().edge("b1", "joined", 2).edge("c", "joined", 1).edge("b2", "joined", 0).build();
    Graph listed = joined().edge("b1", "joined").edge("c", "joined").edge("b2", "joined").build();

    assertThat(inputs(FUSE.applyRepeatedly(numbered, 2), "joined"))
        .containsExactly("ab_1", "c", "ab");
    assertThat(inputs(FUSE.applyRepeatedly(listed, 2), "joined"))
        .containsExactly("ab", "c", "ab_1");
  }

  @Test
  void aReplacementThatLeavesAnInputOpenIsRefused() {
    RewriteRule away =
        new RewriteRule(
            "away",
            PAIR,
            _ ->
                Graph.builder()
                    .node("before", "any", Attributes.NONE)
                    .node("after", "any", Attributes.NONE)
                    .build());
    Graph graph =
        joined().edge("b1", "joined", 2).edge("c", "joined", 1).edge("b2", "joined", 0).build();

    assertThatThrownBy(() -> away.apply(graph))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("joined, attribute input");
  }

  @Test
  void aLongChainIsRewrittenWhole() {
    Graph result = FUSE.applyRepeatedly(chain("ab".repeat(10_000)), 2);

    assertThat(result.nodes()).hasSize(10_002);
    assertThat(types(result).subList(1, 10_001)).containsOnly("ab");
  }

  @Test
  void aRuleThatMatchesWhatItMakesIsStopped() {
    RewriteRule endless =
        new RewriteRule(
            "endless",
            Pattern.builder().node("x", "a").build(),
            _ -> Graph.builder().node("x", "a", Attributes.NONE).build());

    assertThatThrownBy(
            () ->
                endless.applyRepeatedly(Graph.builder().node("x", "a", Attributes.NONE).build(), 5))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("rule endless")
        .hasMessageContaining("after 5 rounds");
  }

  @Test
  void aReplacementWithoutAnInterfaceNodeIsRefused() {
    RewriteRule lossy = new RewriteRule("lossy", PAIR, _ -> Graph.builder().build());

    assertThatThrownBy(() -> lossy.apply(chain("ab")))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("rule lossy");
  }

  @Test
  void aPatternInTwoPartsIsRefused() {
    assertThatThrownBy(() -> Pattern.builder().node("x", "a").node("y", "a").build())
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("not connected");
  }
}
