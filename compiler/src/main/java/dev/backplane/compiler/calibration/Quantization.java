package dev.backplane.compiler.calibration;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.calibration.QuantizationOptions.BitsOf;
import dev.backplane.compiler.calibration.QuantizationOptions.Ranges;
import dev.backplane.compiler.calibration.QuantizationOptions.Scales;
import dev.backplane.compiler.calibration.QuantizationOptions.Weights;
import dev.backplane.compiler.component.Components;
import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Chooses all formats of a network that are open: those of activations for what flowed there in
 * samples, and those of weights. A node whose attribute {@code width} is there and {@code fraction}
 * is not has an open format; what has a format keeps it. For use by one thread.
 */
public final class Quantization {
  private static final Set<String> CUTS =
      Set.of("relu", "clip", "hard_tanh", "max_pool1d", "max_pool2d");

  private static final Set<String> BOUNDED =
      Set.of("sigmoid", "tanh", "softsign", "erf", "hard_sigmoid");

  private final Graph graph;
  private final Components components;
  private final QuantizationOptions options;
  private final RealInterpreter interpreter;
  private final Map<String, SeenNumbers> seen = new LinkedHashMap<>();
  private final Map<String, Map<String, SeenNumbers>> inside = new LinkedHashMap<>();
  private final Map<String, InputMoments> moments = new HashMap<>();
  private final Map<String, FractionCount> counts = new LinkedHashMap<>();
  private final List<Map<String, RealTensor>> samples = new ArrayList<>();

  /**
   * A quantisation without samples.
   *
   * @param graph the graph, with real weights or quantised ones, as the passes from graph to graph
   *     leave it
   * @param components what its nodes may be
   * @param options how formats are chosen
   * @throws CompilerException naming the node that is wrong
   */
  public Quantization(Graph graph, Components components, QuantizationOptions options) {
    this.components = components;
    this.options = options;
    Graph opened = options.scales() == Scales.ANY ? withOpenFunctions(graph) : graph;
    Graph widened = withBits(opened, options.bits());
    this.graph = options.equalize() ? Equalization.apply(widened) : widened;
    this.interpreter = RealInterpreter.of(this.graph, components);
  }

  /** {@return the graph whose formats are chosen: real numbers flow through it as in the model} */
  public Graph graph() {
    return graph;
  }

  /** {@return how many formats of tensors are open} */
  public long openFormats() {
    return graph.nodes().stream()
        .filter(
            node ->
                isOpen(node.attributes(), "")
                    || interpreter.formatsInside(node.name()).stream()
                        .anyMatch(prefix -> isOpen(node.attributes(), prefix)))
        .count();
  }

  /** {@return the samples that were added} */
  public List<Map<String, RealTensor>> samples() {
    return List.copyOf(samples);
  }

  private static Graph withBits(Graph graph, List<BitsOf> bits) {
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    for (Node node : graph.nodes()) {
      Attributes attributes = node.attributes();
      for (BitsOf of : bits) {
        boolean isMeant =
            of.matches(node.name())
                || attributes
                    .find("onnx_name", Attribute.Text.class)
                    .filter(name -> of.matches(name.value()))
                    .isPresent();
        if (isMeant && isOpen(attributes, "")) {
          attributes = attributes.with("width", of.activations());
        }
        if (isMeant && attributes.values().get("weights") instanceof RealTensor) {
          attributes = attributes.with("weight_width", of.weights());
        }
      }
      builder.node(node.withAttributes(attributes));
    }
    graph.edges().forEach(builder::edge);
    return builder.build();
  }

  /**
   * Opens the formats of functions whose results are bounded, in a network in real numbers: they
   * were plain ones from -1 to 1, of which a sigmoid needs half.
   */
  private static Graph withOpenFunctions(Graph graph) {
    boolean isReal =
        graph.nodes().stream()
            .anyMatch(node -> node.type().equals(Node.INPUT) && isOpen(node.attributes(), ""));
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    for (Node node : graph.nodes()) {
      Attributes attributes = node.attributes();
      boolean isBounded =
          isReal
              && BOUNDED.contains(node.type())
              && attributes.has("fraction")
              && FormatAttributes.read(attributes)
                  .equals(FixedPoint.holding(attributes.integer("width"), 1));
      builder.node(isBounded ? node.withAttributes(attributes.without("fraction")) : node);
    }
    graph.edges().forEach(builder::edge);
    return builder.build();
  }

  private static boolean isOpen(Attributes attributes, String prefix) {
    return attributes.has(prefix + "width") && !attributes.has(prefix + "fraction");
  }

  /**
   * Sends one sample through the graph.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @return this quantisation
   * @throws CompilerException naming the node where the sample does not fit
   */
  public Quantization add(Map<String, RealTensor> inputs) {
    Map<String, RealTensor> values = interpreter.run(inputs);
    samples.add(Map.copyOf(inputs));
    for (Node node : graph.nodes()) {
      String name = node.name();
      seen.computeIfAbsent(name, _ -> new SeenNumbers()).add(value(values, name));
      if (options.scales() == Scales.POWER_OF_TWO && isOpen(node.attributes(), "")) {
        int width = node.attributes().integer("width");
        counts.computeIfAbsent(name, _ -> new FractionCount(width)).add(value(values, cut(name)));
      }
      Set<String> prefixes = interpreter.formatsInside(name);
      if (prefixes.stream().anyMatch(prefix -> isOpen(node.attributes(), prefix))) {
        interpreter
            .inside(name, values)
            .forEach(
                (prefix, tensor) ->
                    inside
                        .computeIfAbsent(name, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(prefix, _ -> new SeenNumbers())
                        .add(tensor));
      }
      if (LayerWeights.areOf(node)) {
        RealTensor input = value(values, graph.incoming(name).getFirst().from());
        moments
            .computeIfAbsent(name, _ -> new InputMoments(LayerWeights.inputs(node, input.shape())))
            .add(input);
      }
    }
    return this;
  }

  /**
   * Sends random samples through the graph, where there are no better ones: numbers of the standard
   * normal distribution, the same each time.
   *
   * @param count how many
   * @return this quantisation
   * @throws CompilerException naming the node that is wrong
   */
  public Quantization addNormal(int count) {
    NormalSamples.of(graph, count).forEach(this::add);
    return this;
  }

  private static RealTensor value(Map<String, RealTensor> values, String node) {
    return Objects.requireNonNull(values.get(node), "every node is computed");
  }

  /**
   * Chooses the formats.
   *
   * @return the graph with a format for every open one, and with scales for its real weights; some
   *     nodes have a {@code requantize} before them
   * @throws CompilerException if a format is open and there was no sample
   */
  public Graph formats() {
    if (samples.isEmpty() && openFormats() > 0) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_MISSING, "", "there was no sample to choose formats for");
    }
    FormatPlacement placement = new FormatPlacement(graph, components, this::plain);
    for (Node node : graph.topologicalOrder()) {
      placement.put(node.name(), insideFormats(node));
      if (isOpen(node.attributes(), "")) {
        placement.put(node.name(), format(node));
      }
    }
    Graph placed = placement.placed();
    return isExact() ? placed : weighted(placed);
  }

  /** With powers of two for layers, the pass that quantises chooses the formats of weights. */
  private boolean isExact() {
    return options.scales() == Scales.POWER_OF_TWO
        && options.weights() == Weights.PER_TENSOR
        && !options.biasCorrection();
  }

  private Graph weighted(Graph placed) {
    Graph.Builder builder = Graph.builder().attributes(placed.attributes());
    for (Node node : placed.nodes()) {
      InputMoments means = moments.get(node.name());
      boolean wasOpen = means != null && isOpen(graph.node(node.name()).attributes(), "");
      if (means != null && wasOpen && !node.attributes().has("weight_scales")) {
        RealTensor weights = node.attributes().get("weights", RealTensor.class);
        FixedPoint input =
            FormatPlacement.format(
                placed, components, placed.incoming(node.name()).getFirst().from());
        FixedPoint output = FormatAttributes.read(node.attributes());
        builder.node(
            node.withAttributes(
                new LayerWeights(node, weights, means).quantized(options, input, output)));
      } else {
        builder.node(node);
      }
    }
    placed.edges().forEach(builder::edge);
    return builder.build();
  }

  private Attributes insideFormats(Node node) {
    Attributes formats = Attributes.NONE;
    FormatChoice all = new FormatChoice(QuantizationOptions.powersOfTwo());
    for (Map.Entry<String, SeenNumbers> entry :
        inside.getOrDefault(node.name(), Map.of()).entrySet()) {
      String prefix = entry.getKey();
      if (isOpen(node.attributes(), prefix)) {
        int width = node.attributes().integer(prefix + "width");
        formats = formats.with(prefix + "fraction", all.plain(width, entry.getValue()).fraction());
      }
    }
    return formats;
  }

  private FixedPoint format(Node node) {
    int width = node.attributes().integer("width");
    SeenNumbers numbers = numbers(cut(node.name()));
    FractionCount count = counts.get(node.name());
    if (count != null && options.ranges() != Ranges.LEAST_ERROR) {
      return count.format(options.ranges() == Ranges.PERCENTILE ? options.share() : 1);
    }
    FormatChoice choice = new FormatChoice(leavesGraph(node.name()) ? wholeRange() : options);
    return components.of(node).allowsScale()
        ? choice.of(width, numbers)
        : choice.plain(width, numbers);
  }

  /** Of results that leave the graph, the largest are those that matter, so that none saturates. */
  private QuantizationOptions wholeRange() {
    return options.ranges() == Ranges.LEAST_ERROR ? options.with(Ranges.MIN_MAX) : options;
  }

  private boolean leavesGraph(String node) {
    return graph.outgoing(node).stream()
        .map(edge -> graph.node(edge.to()))
        .anyMatch(
            reader ->
                reader.type().equals(Node.OUTPUT)
                    || (!reader.attributes().has("width") && leavesGraph(reader.name())));
  }

  /** The plain format of a tensor for a node that needs one. */
  private FixedPoint plain(String node, int width) {
    return new FormatChoice(options).plain(width, numbers(node));
  }

  private SeenNumbers numbers(String node) {
    return Objects.requireNonNull(seen.get(node), "every node has been seen");
  }

  /**
   * {@return the node whose numbers decide about the format of a node's output} It is the node
   * itself; but if a single node reads it that cuts numbers off or leaves some out, what is left
   * decides, as the others need no room.
   */
  private String cut(String node) {
    List<Edge> outgoing = graph.outgoing(node);
    if (outgoing.size() != 1) {
      return node;
    }
    Node reader = graph.node(outgoing.getFirst().to());
    boolean isPart = CUTS.contains(reader.type()) && !reader.attributes().has("fraction");
    return isPart ? cut(reader.name()) : node;
  }

  /**
   * Counts what chosen formats saturate, in the samples.
   *
   * @param formats what {@link #formats} gave
   * @return a count for each format that was open, in the order of the graph
   */
  public List<Saturation> saturation(Graph formats) {
    if (!counts.isEmpty()) {
      return counts.entrySet().stream()
          .map(
              entry -> {
                Node node = formats.node(entry.getKey());
                FractionCount count = entry.getValue();
                FixedPoint format = FormatAttributes.read(node.attributes());
                return new Saturation(node.label(), count.numbers(), count.beyond(format));
              })
          .toList();
    }
    Map<String, long[]> counted = new LinkedHashMap<>();
    for (Map<String, RealTensor> sample : samples) {
      Map<String, RealTensor> values = interpreter.run(sample);
      for (Node node : graph.nodes()) {
        if (isOpen(node.attributes(), "")) {
          FixedPoint format = FormatAttributes.read(formats.node(node.name()).attributes());
          RealTensor tensor = value(values, cut(node.name()));
          long[] count = counted.computeIfAbsent(node.name(), _ -> new long[2]);
          for (int i = 0; i < tensor.size(); i++) {
            count[0] += tensor.get(i) == 0 ? 0 : 1;
            count[1] += format.holds(tensor.get(i)) ? 0 : 1;
          }
        }
      }
    }
    List<Saturation> all = new ArrayList<>();
    counted.forEach(
        (node, count) -> all.add(new Saturation(graph.node(node).label(), count[0], count[1])));
    return all;
  }
}
