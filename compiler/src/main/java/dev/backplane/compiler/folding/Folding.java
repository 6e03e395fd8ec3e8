package dev.backplane.compiler.folding;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.resource.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Chooses for each layer how many inputs ({@code simd}) and outputs ({@code lanes}) it takes and
 * gives in a clock, so that all layers need about the same time for a sample: the fewest
 * multipliers with which none needs more than an interval. For use by one thread at a time.
 */
public final class Folding {
  private final Compiler compiler;
  private final TypedGraph graph;
  private final List<FoldableLayer> layers;

  /**
   * Prepares the folding of a graph.
   *
   * @param compiler the compiler that lowers it
   * @param graph the graph, quantised
   */
  public Folding(Compiler compiler, TypedGraph graph) {
    this.compiler = compiler;
    this.graph = graph;
    this.layers = layers(graph);
  }

  /** {@return the layers of a graph whose multipliers can be more or fewer} */
  public static List<FoldableLayer> layers(TypedGraph graph) {
    return graph.order().stream()
        .map(node -> FoldableLayer.of(graph, node))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Folds the graph for an interval.
   *
   * @param interval how many clocks a sample may take; a layer that cannot be as fast is as fast as
   *     it can be
   * @return the graph with the attributes {@code lanes} and {@code simd} of its layers, and {@code
   *     beat} of its ends
   */
  public Graph toInterval(long interval) {
    if (interval < 1) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID, "interval", interval + " is less than a clock");
    }
    Map<String, Node> folded = new HashMap<>();
    for (FoldableLayer layer : layers) {
      folded.put(layer.node().name(), layer.folded(layer.within(interval)));
    }
    Graph.Builder builder = Graph.builder().attributes(graph.graph().attributes());
    for (Node node : graph.graph().nodes()) {
      boolean isEnd = node.type().equals(Node.INPUT) || node.type().equals(Node.OUTPUT);
      builder.node(
          isEnd
              ? node.withAttributes(
                  node.attributes().with("beat", beat(graph.type(node).shape().size(), interval)))
              : folded.getOrDefault(node.name(), node));
    }
    graph.graph().edges().forEach(builder::edge);
    return builder.build();
  }

  /** {@return the fewest elements in a clock, dividing all, with which all move in an interval} */
  private static int beat(int elements, long interval) {
    int beat = (int) Math.ceilDiv(elements, interval);
    while (elements % beat != 0) {
      beat++;
    }
    return beat;
  }

  /**
   * Folds the graph to the shortest interval whose hardware is within a budget.
   *
   * @param budget the budget
   * @return the graph with its attributes
   * @throws CompilerException if the budget is less than the smallest hardware
   */
  public Graph within(Budget budget) {
    TreeSet<Long> choices = new TreeSet<>(List.of(1L));
    for (FoldableLayer layer : layers) {
      layer.foldings().forEach(folding -> choices.add(layer.clocks(folding.multipliers())));
    }
    List<Long> intervals = List.copyOf(choices);
    if (!budget.holds(needed(intervals.getLast()))) {
      throw new CompilerException(
          CompilerError.TOO_LARGE,
          "budget",
          "the smallest hardware needs " + needed(intervals.getLast()) + "; give a larger budget");
    }
    int low = 0;
    int high = intervals.size() - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (budget.holds(needed(intervals.get(middle)))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return toInterval(intervals.get(low));
  }

  private Resources needed(long interval) {
    return compiler.resources().estimate(compiler.infer(toInterval(interval))).total();
  }
}
