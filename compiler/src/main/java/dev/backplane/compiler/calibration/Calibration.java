package dev.backplane.compiler.calibration;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.Components;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Chooses the formats of activations. A node whose attribute {@code width} is there and {@code
 * fraction} is not has an open format. Sample tensors are sent through the graph in real numbers,
 * and each open format gets the most bits behind the point with which it has what flowed there. So
 * it is with formats that a node has inside, which get all that flowed there. For use by one
 * thread.
 */
public final class Calibration {
  private static final Set<String> CUTS = Set.of("relu", "clip", "hard_tanh");

  private final Graph graph;
  private final RealInterpreter interpreter;
  private final Map<OpenFormat, FractionCount> counts = new LinkedHashMap<>();
  private long samples;

  /** A format of a node; what is before the names of its attributes is empty for the output's. */
  private record OpenFormat(String node, String prefix) {
    boolean isInside() {
      return !prefix.isEmpty();
    }
  }

  /**
   * A calibration without samples.
   *
   * @param graph the graph, with real weights or quantised ones
   * @param components what its nodes may be
   * @throws CompilerException naming the node that is wrong
   */
  public Calibration(Graph graph, Components components) {
    this.graph = graph;
    this.interpreter = RealInterpreter.of(graph, components);
    for (Node node : graph.nodes()) {
      open(node, "");
      interpreter.formatsInside(node.name()).stream().sorted().forEach(each -> open(node, each));
    }
  }

  private void open(Node node, String prefix) {
    if (node.attributes().has(prefix + "width") && !node.attributes().has(prefix + "fraction")) {
      int width = node.attributes().integer(prefix + "width");
      counts.put(new OpenFormat(node.name(), prefix), new FractionCount(width));
    }
  }

  /** {@return how many formats are open} */
  public int openFormats() {
    return counts.size();
  }

  /**
   * Sends one sample through the graph.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @return this calibration
   * @throws CompilerException naming the node where the sample does not fit
   */
  public Calibration add(Map<String, RealTensor> inputs) {
    Map<String, RealTensor> values = interpreter.run(inputs);
    counts.forEach((format, count) -> count.add(seen(format, values)));
    samples++;
    return this;
  }

  private RealTensor seen(OpenFormat format, Map<String, RealTensor> values) {
    RealTensor seen =
        format.isInside()
            ? interpreter.inside(format.node(), values).get(format.prefix())
            : values.get(seen(format.node()));
    return Objects.requireNonNull(seen, "every node is computed");
  }

  /**
   * Sends random samples through the graph, where there are no better ones: numbers of the standard
   * normal distribution, the same each time.
   *
   * @param count how many
   * @return this calibration
   * @throws CompilerException naming the node that is wrong
   */
  public Calibration addNormal(int count) {
    NormalSamples.of(graph, count).forEach(this::add);
    return this;
  }

  /**
   * {@return the node whose numbers decide about the format of a node's output} It is the node
   * itself; but if a single node reads it that cuts numbers off, the cut numbers decide, as the
   * others need no room.
   */
  private String seen(String node) {
    List<Edge> outgoing = graph.outgoing(node);
    return outgoing.size() == 1 && CUTS.contains(graph.node(outgoing.getFirst().to()).type())
        ? outgoing.getFirst().to()
        : node;
  }

  /**
   * Chooses the formats.
   *
   * @param share which share of the numbers other than 0 each format must have, above 0; 1 for all,
   *     while 0.999 gives up rare large ones, which saturate, for a finer step
   * @return the graph with a fraction for every open format
   * @throws CompilerException if a format is open and there was no sample
   */
  public Graph formats(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "share",
          share + " is not a share of the numbers; it is above 0, and 1 for all of them");
    }
    if (samples == 0 && !counts.isEmpty()) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_MISSING,
          graph.node(counts.keySet().iterator().next().node()).label(),
          "its format is open, and there was no sample to choose it for");
    }
    Map<String, Attributes> fractions = new HashMap<>();
    counts.forEach(
        (format, count) ->
            fractions.merge(
                format.node(),
                Attributes.NONE.with(
                    format.prefix() + "fraction", chosen(format, count, share).fraction()),
                Attributes::merge));
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    for (Node node : graph.nodes()) {
      Attributes chosen = fractions.getOrDefault(node.name(), Attributes.NONE);
      builder.node(node.withAttributes(node.attributes().merge(chosen)));
    }
    graph.edges().forEach(builder::edge);
    return builder.build();
  }

  private static FixedPoint chosen(OpenFormat format, FractionCount count, double share) {
    return count.format(format.isInside() ? 1 : share);
  }

  /**
   * Counts what the formats that {@link #formats} chooses saturate, in the samples.
   *
   * @param share which share of the numbers each format must have, as there
   * @return a count for each open format, in the order of the graph
   */
  public List<Saturation> saturation(double share) {
    return counts.entrySet().stream()
        .map(entry -> saturation(entry.getKey(), entry.getValue(), share))
        .toList();
  }

  private Saturation saturation(OpenFormat format, FractionCount count, double share) {
    String inside = format.isInside() ? ", " + format.prefix() + "width" : "";
    return new Saturation(
        graph.node(format.node()).label() + inside,
        count.numbers(),
        count.beyond(chosen(format, count, share)));
  }
}
