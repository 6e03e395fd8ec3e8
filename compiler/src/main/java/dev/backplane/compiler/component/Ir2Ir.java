package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import dev.backplane.compiler.pass.Registration;
import dev.backplane.compiler.rewrite.RewriteRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The pass from graph to graph. First every node whose type has a handler is replaced by the graph
 * that the handler gives, until there is none; then come the steps, in the order in which they were
 * added. After each of them the graph is verified: its data flows one way, and it has the inputs
 * and outputs that it had. For use by one thread at a time.
 */
public final class Ir2Ir {
  private static final String NAME = "Ir2Ir";
  private static final int LIMIT = 100;

  private final LoweringPass<Node, Graph> handlers = new LoweringPass<>(NAME, Node::type);
  private final List<Step> steps = new ArrayList<>();

  /** A class with identity: a step that was added twice is two. */
  private static final class Step {
    private final String name;
    private final UnaryOperator<Graph> change;

    private Step(String name, UnaryOperator<Graph> change) {
      this.name = name;
      this.change = change;
    }
  }

  /** A pass without handlers and steps. */
  public Ir2Ir() {}

  /**
   * {@return the handlers, to which plugins add; each gives one graph, whose nodes of type input
   * stand for the inputs of the node in their order, and whose only output for its output}
   */
  public LoweringPass<Node, Graph> handlers() {
    return handlers;
  }

  /**
   * Adds a rule, which is applied until nothing matches.
   *
   * @param rule the rule
   * @return takes it out again
   */
  public Registration add(RewriteRule rule) {
    return add("rule " + rule.name(), graph -> rule.applyRepeatedly(graph, LIMIT));
  }

  /**
   * Adds any change of a graph.
   *
   * @param name what messages call it
   * @param change the change
   * @return takes it out again
   */
  public Registration add(String name, UnaryOperator<Graph> change) {
    Step step = new Step(name, change);
    steps.add(step);
    return () -> steps.remove(step);
  }

  /**
   * Changes a graph.
   *
   * @param graph the graph
   * @return another, or the same if nothing is to be changed
   * @throws CompilerException naming the node or the step that is wrong
   */
  public Graph run(Graph graph) {
    Graph current = expanded(graph);
    verify(NAME, graph, current);
    for (Step step : List.copyOf(steps)) {
      Graph next = apply(step, current);
      verify(NAME + ", " + step.name, current, next);
      current = next;
    }
    return current;
  }

  private static Graph apply(Step step, Graph graph) {
    try {
      return step.change.apply(graph);
    } catch (CompilerException e) {
      throw e.in(step.name);
    } catch (RuntimeException e) {
      throw new CompilerException(CompilerError.BAD_COMPONENT, step.name, "it threw " + e, e);
    }
  }

  private Graph expanded(Graph graph) {
    Graph current = graph;
    for (int round = 0; round < LIMIT; round++) {
      List<Node> handled =
          current.nodes().stream().filter(node -> handlers.handles(node.type())).toList();
      if (handled.isEmpty()) {
        return current;
      }
      Expansion expansion = new Expansion(current);
      for (Node node : handled) {
        handlers.lower(node, node.label(), by -> expansion.put(node, by));
      }
      current = expansion.result();
    }
    throw new CompilerException(
        CompilerError.BAD_RULE,
        NAME,
        "after " + LIMIT + " rounds there are still nodes to replace; a handler may give its type");
  }

  private static void verify(String step, Graph before, Graph after) {
    try {
      after.topologicalOrder();
      for (String end : List.of(Node.INPUT, Node.OUTPUT)) {
        if (!ofType(before, end).equals(ofType(after, end))) {
          throw new CompilerException(
              CompilerError.BAD_RULE,
              "",
              "it changed the nodes of type "
                  + end
                  + ": there were "
                  + names(before, end)
                  + ", and are "
                  + names(after, end));
        }
      }
    } catch (CompilerException e) {
      throw e.in(step);
    }
  }

  private static List<Node> ofType(Graph graph, String type) {
    return graph.nodes().stream().filter(node -> node.type().equals(type)).toList();
  }

  private static List<String> names(Graph graph, String type) {
    return ofType(graph, type).stream().map(Node::name).toList();
  }
}
