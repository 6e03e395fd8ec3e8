package dev.backplane.compiler.calibration;

import dev.backplane.compiler.calibration.QuantizationOptions.Weights;
import dev.backplane.compiler.component.Components;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Says how near a network of integers is to the real one, tensor by tensor, in samples, and how
 * near the scheme of another quantiser is. Immutable.
 *
 * @param samples how many samples flowed through both
 * @param tensors what was found of each tensor, in the direction of the data
 * @param output what was found of the output, of these formats first, then of other schemes
 */
public record QuantizationReport(int samples, List<Tensor> tensors, List<Scheme> output) {
  private static final Set<String> CUTS = Set.of("relu", "clip", "hard_tanh");

  /**
   * A tensor.
   *
   * @param node the node that gives it
   * @param type the type of the node
   * @param format its format
   * @param fidelity how near it is to the real one
   * @param saturation which share of its numbers is beyond its format, if it was chosen
   */
  public record Tensor(
      String node,
      String type,
      FixedPoint format,
      Fidelity fidelity,
      Optional<Saturation> saturation) {}

  /**
   * A way to quantise.
   *
   * @param name what it is called
   * @param fidelity how near the output is to the real one
   */
  public record Scheme(String name, Fidelity fidelity) {}

  /** Copies the lists. */
  public QuantizationReport {
    tensors = List.copyOf(tensors);
    output = List.copyOf(output);
  }

  /**
   * Compares a network with the real one, in the samples of its quantisation.
   *
   * @param quantization the quantisation
   * @param formats the graph that it gave
   * @param typed the same in integers
   * @param components what its nodes may be
   * @return the report
   */
  public static QuantizationReport of(
      Quantization quantization, Graph formats, TypedGraph typed, Components components) {
    Graph graph = quantization.graph();
    RealInterpreter real = RealInterpreter.of(graph, components);
    Interpreter integers = Interpreter.of(typed);
    List<Integer> widths = widths(graph);
    SequencedMap<String, StaticScheme> schemes = new LinkedHashMap<>();
    for (Weights weights : Weights.values()) {
      schemes.put(
          "onnxruntime static, weights "
              + (weights == Weights.PER_CHANNEL ? "per channel" : "per tensor"),
          StaticScheme.of(
              graph,
              components,
              quantization.samples(),
              weights,
              widths.getFirst(),
              widths.getLast()));
    }
    SequencedMap<String, Fidelity> all = new LinkedHashMap<>();
    SequencedMap<String, Fidelity> others = new LinkedHashMap<>();
    String output = "";
    for (Map<String, RealTensor> sample : quantization.samples()) {
      SequencedMap<String, RealTensor> expected = real.run(sample);
      output = expected.lastEntry().getKey();
      Map<String, RealTensor> rounded = reals(typed, integers.runAll(integers(typed, sample)));
      expected.forEach(
          (name, tensor) -> {
            RealTensor other = rounded.get(name);
            if (other != null) {
              all.computeIfAbsent(name, _ -> new Fidelity()).add(tensor, other);
            }
          });
      String last = output;
      schemes.forEach(
          (name, scheme) -> {
            RealTensor other = scheme.run(sample).get(last);
            if (other != null) {
              others
                  .computeIfAbsent(name, _ -> new Fidelity())
                  .add(expected.lastEntry().getValue(), other);
            }
          });
    }
    List<Scheme> found = new ArrayList<>();
    found.add(new Scheme("backplane", all.getOrDefault(output, new Fidelity())));
    others.forEach((name, fidelity) -> found.add(new Scheme(name, fidelity)));
    return new QuantizationReport(
        quantization.samples().size(), tensors(quantization, formats, typed, all), found);
  }

  /**
   * Compares only the output of a network with the real one, in the samples of its quantisation.
   *
   * @param quantization the quantisation
   * @param typed what it gave, in integers
   * @param components what its nodes may be
   * @return how near the output is
   */
  public static Fidelity fidelity(
      Quantization quantization, TypedGraph typed, Components components) {
    RealInterpreter real = RealInterpreter.of(quantization.graph(), components);
    Interpreter integers = Interpreter.of(typed);
    Fidelity fidelity = new Fidelity();
    for (Map<String, RealTensor> sample : quantization.samples()) {
      Map.Entry<String, RealTensor> expected = real.run(sample).lastEntry();
      RealTensor given =
          reals(typed, integers.runAll(integers(typed, sample))).get(expected.getKey());
      if (given != null) {
        fidelity.add(expected.getValue(), given);
      }
    }
    return fidelity;
  }

  /** The bits of activations and of weights that most nodes have, for other schemes. */
  private static List<Integer> widths(Graph graph) {
    int activations = 0;
    int weights = 0;
    for (Node node : graph.nodes()) {
      if (node.type().equals(Node.INPUT)) {
        activations = node.attributes().integer("width");
      }
      if (node.attributes().has("weight_width")) {
        weights = Math.max(weights, node.attributes().integer("weight_width"));
      }
    }
    return List.of(activations, weights == 0 ? activations : weights);
  }

  private static List<Tensor> tensors(
      Quantization quantization,
      Graph formats,
      TypedGraph typed,
      SequencedMap<String, Fidelity> found) {
    Map<String, Saturation> saturation = new LinkedHashMap<>();
    quantization.saturation(formats).forEach(each -> saturation.put(each.tensor(), each));
    List<Tensor> tensors = new ArrayList<>();
    for (Node node : typed.order()) {
      Fidelity fidelity = found.get(node.name());
      if (fidelity != null && !node.type().equals(Node.OUTPUT) && !isCut(typed.graph(), node)) {
        tensors.add(
            new Tensor(
                node.name(),
                node.type(),
                typed.type(node).format(),
                fidelity,
                saturation(typed.graph(), node, saturation)));
      }
    }
    return tensors;
  }

  /** What is left of the numbers that another node gives was counted there. */
  private static Optional<Saturation> saturation(
      Graph graph, Node node, Map<String, Saturation> found) {
    Saturation own = found.get(node.label());
    List<Edge> incoming = graph.incoming(node.name());
    if (own != null || incoming.size() != 1) {
      return Optional.ofNullable(own);
    }
    Node before = graph.node(incoming.getFirst().from());
    return isCut(graph, before) ? saturation(graph, before, found) : Optional.empty();
  }

  /** {@return whether another node cuts off what this one gives; what is left is what counts} */
  private static boolean isCut(Graph graph, Node node) {
    List<Edge> outgoing = graph.outgoing(node.name());
    return outgoing.size() == 1 && CUTS.contains(graph.node(outgoing.getFirst().to()).type());
  }

  private static Map<String, IntegerTensor> integers(
      TypedGraph typed, Map<String, RealTensor> sample) {
    Map<String, IntegerTensor> integers = new LinkedHashMap<>();
    for (Node node : typed.order()) {
      RealTensor given = sample.get(node.name());
      if (given != null) {
        FixedPoint format = typed.type(node).format();
        long[] numbers = new long[given.size()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = format.quantize(given.get(i));
        }
        integers.put(node.name(), IntegerTensor.of(given.shape(), numbers));
      }
    }
    return integers;
  }

  private static Map<String, RealTensor> reals(
      TypedGraph typed, Map<String, IntegerTensor> integers) {
    Map<String, RealTensor> reals = new LinkedHashMap<>();
    for (Node node : typed.order()) {
      IntegerTensor tensor = integers.get(node.name());
      if (tensor != null) {
        TensorType type = typed.type(node);
        double[] numbers = new double[tensor.size()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = type.format().real(tensor.get(i));
        }
        reals.put(node.name(), RealTensor.of(type.shape(), numbers));
      }
    }
    return reals;
  }
}
