package dev.backplane.compiler.calibration;

import dev.backplane.compiler.calibration.QuantizationOptions.Weights;
import dev.backplane.compiler.component.Components;
import dev.backplane.compiler.component.RealInterpreter;
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
import java.util.SequencedMap;
import java.util.Set;

/**
 * Computes a network as the static quantiser of onnxruntime would make it, for comparison:
 * activations are unsigned integers with a zero point, whose range is that of the samples with 0;
 * weights are signed integers without one, by layer or by channel; biases have the step of their
 * sums. Tensors are rounded to those numbers while real ones flow. Immutable once made.
 */
public final class StaticScheme {
  private static final Set<String> CUTS = Set.of("relu", "clip", "hard_tanh");

  /** Nodes whose numbers are some of their inputs: they are on the grid of the input. */
  private static final Set<String> KEEPING =
      Set.of(
          "relu",
          "clip",
          "hard_tanh",
          "max_pool1d",
          "max_pool2d",
          "flatten",
          "permute",
          "sliding_window",
          "shift_register",
          "argmax",
          "counter",
          Node.OUTPUT);

  /**
   * The numbers of a tensor: whole numbers from 0, less the zero, times the scale.
   *
   * @param scale the distance of two numbers
   * @param zero which whole number stands for 0
   * @param most the largest whole number
   */
  public record Grid(double scale, long zero, long most) {
    static Grid of(double low, double high, int width) {
      long most = (1L << width) - 1;
      double scale = (Math.max(high, 0) - Math.min(low, 0)) / most;
      return scale == 0
          ? new Grid(1, 0, most)
          : new Grid(scale, Math.clamp((long) Math.rint(-Math.min(low, 0) / scale), 0, most), most);
    }

    /** {@return the number of the grid that is nearest to a number} */
    public double round(double number) {
      double whole = Math.clamp(Math.rint(number / scale) + zero, 0, (double) most);
      return (whole - zero) * scale;
    }

    /** {@return whether a number is beyond the ends of the grid} */
    public boolean saturates(double number) {
      double whole = number / scale + zero;
      return whole < -0.5 || whole > most + 0.5;
    }
  }

  private final RealInterpreter interpreter;
  private final SequencedMap<String, Grid> grids;

  private StaticScheme(RealInterpreter interpreter, SequencedMap<String, Grid> grids) {
    this.interpreter = interpreter;
    this.grids = grids;
  }

  /**
   * Makes a network ready.
   *
   * @param graph the graph, with real weights
   * @param components what its nodes may be
   * @param samples what flows through it
   * @param weights whether weights have a scale for each layer or each channel
   * @param width how many bits activations have
   * @param weightWidth how many bits weights have
   * @return the network in this scheme
   */
  public static StaticScheme of(
      Graph graph,
      Components components,
      List<Map<String, RealTensor>> samples,
      Weights weights,
      int width,
      int weightWidth) {
    RealInterpreter real = RealInterpreter.of(graph, components);
    Map<String, double[]> ranges = new HashMap<>();
    for (Map<String, RealTensor> sample : samples) {
      real.run(sample)
          .forEach(
              (name, tensor) -> {
                double[] range = ranges.computeIfAbsent(name, _ -> new double[2]);
                for (int i = 0; i < tensor.size(); i++) {
                  range[0] = Math.min(range[0], tensor.get(i));
                  range[1] = Math.max(range[1], tensor.get(i));
                }
              });
    }
    SequencedMap<String, Grid> grids = new LinkedHashMap<>();
    for (Node node : graph.topologicalOrder()) {
      if (!KEEPING.contains(node.type())) {
        double[] range = ranges.getOrDefault(cut(graph, node.name()), new double[2]);
        grids.put(node.name(), Grid.of(range[0], range[1], width));
      }
    }
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    for (Node node : graph.nodes()) {
      builder.node(
          LayerWeights.areOf(node)
              ? node.withAttributes(
                  rounded(
                      node.attributes(),
                      weights,
                      weightWidth,
                      grid(graph, grids, graph.incoming(node.name()).getFirst().from())))
              : node);
    }
    graph.edges().forEach(builder::edge);
    return new StaticScheme(RealInterpreter.of(builder.build(), components), grids);
  }

  /** What a ReLU behind a layer cuts off is in no range. */
  private static String cut(Graph graph, String node) {
    List<Edge> outgoing = graph.outgoing(node);
    return outgoing.size() == 1 && CUTS.contains(graph.node(outgoing.getFirst().to()).type())
        ? outgoing.getFirst().to()
        : node;
  }

  private static Grid grid(Graph graph, Map<String, Grid> grids, String node) {
    Grid grid = grids.get(node);
    return grid != null ? grid : grid(graph, grids, graph.incoming(node).getFirst().from());
  }

  private static Attributes rounded(Attributes attributes, Weights scales, int width, Grid input) {
    RealTensor weights = attributes.get("weights", RealTensor.class);
    int outputs = weights.shape().extents().getFirst();
    int each = weights.size() / outputs;
    int sharing = scales == Weights.PER_CHANNEL ? each : weights.size();
    long most = (1L << (width - 1)) - 1;
    double[] steps = new double[weights.size() / sharing];
    for (int i = 0; i < weights.size(); i++) {
      steps[i / sharing] = Math.max(steps[i / sharing], Math.abs(weights.get(i)) / most);
    }
    double[] rounded = new double[weights.size()];
    for (int i = 0; i < rounded.length; i++) {
      double step = steps[i / sharing];
      rounded[i] = step == 0 ? 0 : Math.rint(weights.get(i) / step) * step;
    }
    Attributes result = attributes.with("weights", RealTensor.of(weights.shape(), rounded));
    if (attributes.find("bias", RealTensor.class).isEmpty()) {
      return result;
    }
    RealTensor bias = attributes.get("bias", RealTensor.class);
    double[] biases = bias.toArray();
    for (int i = 0; i < biases.length; i++) {
      double step = steps[i * each / sharing] * input.scale();
      biases[i] = step == 0 ? biases[i] : Math.rint(biases[i] / step) * step;
    }
    return result.with("bias", RealTensor.of(bias.shape(), biases));
  }

  /**
   * Computes every tensor of the network.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @return the tensor at the output of every node, by name, in the direction of the data
   */
  public SequencedMap<String, RealTensor> run(Map<String, RealTensor> inputs) {
    return interpreter.run(
        inputs,
        (node, tensor) ->
            grids.containsKey(node.name()) ? tensor.map(grid(node.name())::round) : tensor);
  }

  /** {@return the grids of tensors, by the name of the node that gives them} */
  public SequencedMap<String, Grid> grids() {
    return new LinkedHashMap<>(grids);
  }

  private Grid grid(String node) {
    return Objects.requireNonNull(grids.get(node), "it has one");
  }
}
