package dev.backplane.compiler.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.rewrite.Pattern;
import dev.backplane.compiler.rewrite.RewriteRule;
import java.util.List;
import org.junit.jupiter.api.Test;

class Ir2IrTest {
  private final Ir2Ir pass = new Ir2Ir();

  /** Nodes, each called as its type and "in", "out" as those, with these edges. */
  private static Graph graph(String nodes, String... edges) {
    Graph.Builder graph = Graph.builder();
    for (String node : nodes.split(" ", -1)) {
      String type = node.replaceAll("[0-9]", "");
      graph.node(
          node,
          type.equals("in") ? Node.INPUT : type.equals("out") ? Node.OUTPUT : type,
          Attributes.NONE);
    }
    for (String edge : edges) {
      graph.edge(edge.split(">", -1)[0], edge.split(">", -1)[1]);
    }
    return graph.build();
  }

  private static List<String> incoming(Graph graph, String node) {
    return graph.incoming(node).stream().map(Edge::from).toList();
  }

  private void refuses(CompilerError error, String words, Graph graph) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> pass.run(graph))
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
  }

  @Test
  void withoutHandlersAndStepsAGraphStaysWhatItIs() {
    Graph graph = graph("in a out", "in>a", "a>out");

    assertThat(pass.run(graph)).isEqualTo(graph);
  }

  @Test
  void aNodeBecomesTheGraphOfItsHandlerAndItsNodesAreHandledToo() {
    pass.handlers().register("pair", _ -> graph("in one two out", "in>one", "one>two", "two>out"));
    pass.handlers().register("two", _ -> graph("in last out", "in>last", "last>out"));

    Graph result = pass.run(graph("in pair1 pair2 out", "in>pair1", "pair1>pair2", "pair2>out"));

    assertThat(result.topologicalOrder().stream().map(Node::name))
        .containsExactly("in", "pair1_one", "pair1_two_last", "pair2_one", "pair2_two_last", "out");
  }

  @Test
  void theOrderOfInputsStays() {
    pass.handlers()
        .register("sub", _ -> graph("in1 in2 minus out", "in2>minus", "in1>minus", "minus>out"));

    Graph result =
        pass.run(
            graph("in a b sub c out", "in>a", "in>b", "a>sub", "b>sub", "b>c", "sub>c", "c>out"));

    assertThat(incoming(result, "sub_minus")).containsExactly("b", "a");
    assertThat(incoming(result, "c")).containsExactly("b", "sub_minus");
  }

  @Test
  void theNumbersOfInputsStayWhereANodeIsReplaced() {
    pass.handlers().register("p", _ -> graph("in one out", "in>one", "one>out"));
    Graph graph =
        graph("in p a join out", "in>p", "in>a", "join>out").toBuilder()
            .edge("a", "join", 1)
            .edge("p", "join", 0)
            .build();

    assertThat(incoming(pass.run(graph), "join")).containsExactly("p_one", "a");
  }

  @Test
  void aNodeThatDoesNothingIsGone() {
    pass.handlers().register("same", _ -> graph("in out", "in>out"));

    assertThat(
            pass.run(graph("in same1 same2 a out", "in>same1", "same1>same2", "same2>a", "a>out")))
        .isEqualTo(graph("in a out", "in>a", "a>out"));
  }

  @Test
  void aNameThatIsThereAlreadyGetsANumber() {
    pass.handlers().register("p", _ -> graph("in a out", "in>a", "a>out"));

    assertThat(pass.run(graph("in p p_a out", "in>p", "p>p_a", "p_a>out")).has("p_a_1")).isTrue();
  }

  @Test
  void manyNodesBecomeTwiceAsManyInAChain() {
    pass.handlers().register("p", _ -> graph("in a b out", "in>a", "a>b", "b>out"));
    Graph.Builder chain = Graph.builder().node("in", Node.INPUT, Attributes.NONE);
    String before = "in";
    for (int i = 0; i < 10_000; i++) {
      chain.node("p" + i, "p", Attributes.NONE).edge(before, "p" + i);
      before = "p" + i;
    }
    chain.node("out", Node.OUTPUT, Attributes.NONE).edge(before, "out");

    assertThat(pass.run(chain.build()).nodes()).hasSize(20_002);
  }

  @Test
  void graphsThatDoNotFitTheNodeAreRefused() {
    Graph graph = graph("in p out", "in>p", "p>out");
    for (Graph bad :
        List.of(
            graph("in1 in2 a out", "in1>a", "in2>a", "a>out"),
            graph("a out", "a>out"),
            graph("in a", "in>a"),
            graph("in out1 out2", "in>out1", "in>out2"))) {
      var handler = pass.handlers().register("p", _ -> bad);
      refuses(CompilerError.BAD_COMPONENT, "node p: the graph that replaces it", graph);
      handler.remove();
    }
    var handler = pass.handlers().registerIterable("p", _ -> List.of(graph, graph));
    refuses(CompilerError.BAD_COMPONENT, "two graphs", graph);
    handler.remove();
    var endless = pass.handlers().register("p", _ -> graph);
    refuses(CompilerError.BAD_RULE, "still nodes to replace", graph);
    endless.remove();
    assertThat(pass.run(graph)).isEqualTo(graph);
  }

  @Test
  void stepsRunInTheOrderInWhichTheyWereAddedUntilTheyAreRemoved() {
    Pattern one = Pattern.builder().interfaceNode("i").node("a", "a").edge("i", "a").build();
    var first =
        pass.add("first", graph -> graph.toBuilder().node("b1", "b", Attributes.NONE).build());
    pass.add(
        new RewriteRule(
            "a to c",
            one,
            _ ->
                Graph.builder()
                    .node("i", "i", Attributes.NONE)
                    .node("c", "c", Attributes.NONE)
                    .edge("i", "c")
                    .build()));
    pass.add(
        "last",
        graph -> graph.toBuilder().node("d" + graph.has("b1"), "d", Attributes.NONE).build());
    Graph graph = graph("in a out", "in>a", "in>out");

    assertThat(pass.run(graph).has("dtrue")).isTrue();
    assertThat(pass.run(graph).has("c")).isTrue();
    first.remove();
    assertThat(pass.run(graph).has("dfalse")).isTrue();
  }

  @Test
  void aStepThatBreaksTheGraphIsNamed() {
    Graph graph = graph("in a b out", "in>a", "a>b", "b>out");
    var circle = pass.add("circle", each -> each.toBuilder().edge("b", "a").build());
    refuses(CompilerError.CYCLE, "Ir2Ir, circle", graph);
    circle.remove();
    var more =
        pass.add("more", each -> each.toBuilder().node("x", Node.INPUT, Attributes.NONE).build());
    refuses(CompilerError.BAD_RULE, "Ir2Ir, more: it changed the nodes of type input", graph);
    more.remove();
    pass.add(
        "broken",
        _ -> {
          throw new IllegalStateException("so it is");
        });
    refuses(CompilerError.BAD_COMPONENT, "broken: it threw", graph);
  }
}
