package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The result of importing a model. Immutable. Everything but the warnings is in the graph, so that
 * it can be written to a file, read again, and used as before.
 *
 * @param graph the graph, with the inputs {@code in}, {@code in2}, ... and the outputs {@code out},
 *     {@code out2}, ...; formats of activations are open unless the model defines them
 * @param warnings the differences from the model, a line each
 */
public record ImportedModel(Graph graph, List<String> warnings) {
  static final String IN = "in";
  static final String OUT = "out";

  private static final Set<String> LAYERS = Set.of("linear", "conv1d", "conv2d", "lstm");
  private static final String HOST_STEPS = "host_steps";
  private static final String INPUT_SHAPE = "input_shape";
  private static final String INPUT_ORDER = "input_order";
  private static final String OUTPUT_ORDER = "output_order";

  /** Copies the list. */
  public ImportedModel {
    warnings = List.copyOf(warnings);
  }

  /** An input of the graph, and the extents beside the batch of that of the model. */
  record Input(String name, Shape extents) {}

  /** An output of the graph: how the model counts its elements, and what the host does. */
  record Output(String name, ElementOrder order, List<HostStep> steps) {}

  /** {@return the attributes of a graph that describe the model it was imported from} */
  static Attributes attributes(
      List<Input> inputs, List<Output> outputs, ImportedNodes network, String producer) {
    Attributes all = Attributes.NONE;
    for (Input input : inputs) {
      all = all.with(INPUT_SHAPE + suffix(input.name()), input.extents().toAttribute());
      all = order(all, INPUT_ORDER + suffix(input.name()), network.inputOrder(input.name()));
    }
    for (Output output : outputs) {
      List<Attribute> steps =
          output.steps().stream()
              .<Attribute>map(step -> new Attribute.Text(step.operator()))
              .toList();
      all = order(all, OUTPUT_ORDER + suffix(output.name()), output.order());
      all = all.with(HOST_STEPS + suffix(output.name()), new Attribute.Sequence(steps));
    }
    return all.with("onnx_producer", producer);
  }

  /** Attributes of further inputs and outputs end with their number. */
  private static String suffix(String name) {
    String number = name.replaceFirst("^(in|out)", "");
    return number.isEmpty() ? "" : "_" + number;
  }

  private static Attributes order(Attributes attributes, String name, ElementOrder order) {
    return order.isSame() ? attributes : attributes.with(name, order.toTensor());
  }

  /**
   * Bounds how many outputs a layer computes at a time, and so how many multipliers it has.
   *
   * @param most how many at most, at least 1
   * @return the same model with that
   */
  public ImportedModel withLanes(int most) {
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    for (Node node : graph.nodes()) {
      Attributes attributes = node.attributes();
      if (LAYERS.contains(node.type())) {
        int outputs = extents(attributes.get("weights", Attribute.class)).getFirst();
        int groups = attributes.has("groups") ? attributes.integer("groups") : 1;
        attributes = attributes.with("lanes", Math.clamp(outputs / groups, 1, most));
      }
      builder.node(node.withAttributes(attributes));
    }
    graph.edges().forEach(builder::edge);
    return new ImportedModel(builder.build(), warnings);
  }

  private static List<Integer> extents(Attribute weights) {
    return switch (weights) {
      case RealTensor reals -> reals.shape().extents();
      case IntegerTensor integers -> integers.shape().extents();
      default -> List.of(1);
    };
  }

  /** {@return the names of the inputs of the graph, in the order of the model} */
  public List<String> inputs() {
    return named(Node.INPUT);
  }

  /** {@return the names of the outputs of the graph, in the order of the model} */
  public List<String> outputs() {
    return named(Node.OUTPUT);
  }

  private List<String> named(String type) {
    return graph.nodes().stream().filter(node -> node.type().equals(type)).map(Node::name).toList();
  }

  /** {@return the shape of the first input of the graph} */
  public Shape inputShape() {
    return inputShape(IN);
  }

  /** {@return the shape of an input of the graph} */
  public Shape inputShape(String input) {
    return Shape.of(graph.node(input).attributes());
  }

  /** {@return the shape of the first input as the model has it, without its batch} */
  public Shape sampleShape() {
    return sampleShape(IN);
  }

  /** {@return the shape of an input as the model has it, without its batch} */
  public Shape sampleShape(String input) {
    String name = INPUT_SHAPE + suffix(input);
    if (graph.attributes().has(name)) {
      Shape shape = new Shape(graph.attributes().integers(name));
      if (shape.size() != inputShape(input).size()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute " + name,
            shape + " has other elements than the input, which is " + inputShape(input));
      }
      return shape;
    }
    // Of a graph from before there was this attribute, only the order in the model is known.
    return graph.attributes().has(INPUT_ORDER + suffix(input))
        ? Shape.of(inputShape(input).size())
        : inputShape(input);
  }

  /**
   * Makes the first input of the graph.
   *
   * @param elements the elements of the model's input, in the order of the model
   * @return the tensor at the graph's input
   */
  public RealTensor inputTensor(double... elements) {
    return inputTensor(IN, elements);
  }

  /**
   * Makes an input of the graph.
   *
   * @param input its name in the graph
   * @param elements the elements of the model's input, in the order of the model
   * @return the tensor at the graph's input
   */
  public RealTensor inputTensor(String input, double... elements) {
    Shape shape = inputShape(input);
    return RealTensor.of(shape, order(INPUT_ORDER + suffix(input), shape.size()).toGraph(elements));
  }

  /**
   * Puts the first output of the graph into the order of the model.
   *
   * @param elements the elements of the graph's output
   * @return the elements of the model's output before the steps of the host
   */
  public double[] output(double... elements) {
    return output(OUT, elements);
  }

  /**
   * Puts an output of the graph into the order of the model.
   *
   * @param output its name in the graph
   * @param elements the elements of the graph's output
   * @return the elements of the model's output before the steps of the host
   */
  public double[] output(String output, double... elements) {
    return order(OUTPUT_ORDER + suffix(output), elements.length).toModel(elements);
  }

  private ElementOrder order(String name, int size) {
    return graph
        .attributes()
        .find(name, IntegerTensor.class)
        .map(ElementOrder::of)
        .orElseGet(() -> ElementOrder.same(size));
  }

  /** {@return the steps that the host has to apply to the first output, in order} */
  public List<HostStep> hostSteps() {
    return hostSteps(OUT);
  }

  /** {@return the steps that the host has to apply to an output, in order} */
  public List<HostStep> hostSteps(String output) {
    String name = HOST_STEPS + suffix(output);
    return graph.attributes().find(name, Attribute.Sequence.class).stream()
        .flatMap(steps -> steps.elements().stream())
        .map(ImportedModel::hostStep)
        .toList();
  }

  private static HostStep hostStep(Attribute attribute) {
    return Stream.of(HostStep.values())
        .filter(step -> new Attribute.Text(step.operator()).equals(attribute))
        .findFirst()
        .orElseThrow(
            () ->
                new CompilerException(
                    CompilerError.ATTRIBUTE_INVALID,
                    "attribute " + HOST_STEPS,
                    attribute + " is no step of the host"));
  }
}
