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
 * @param graph the graph, with one input {@code in} and one output {@code out}; formats of
 *     activations are open unless the model defines them
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

  /** {@return the attributes of a graph that describe the model it was imported from} */
  static Attributes attributes(
      Value.Stream input, ElementOrder output, List<HostStep> hostSteps, String producer) {
    List<Attribute> steps =
        hostSteps.stream().<Attribute>map(step -> new Attribute.Text(step.operator())).toList();
    Attributes shaped = Attributes.NONE.with(INPUT_SHAPE, new Shape(input.extents()).toAttribute());
    return order(order(shaped, INPUT_ORDER, input.order()), OUTPUT_ORDER, output)
        .with(HOST_STEPS, new Attribute.Sequence(steps))
        .with("onnx_producer", producer);
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

  /** {@return the shape of the graph's input} */
  public Shape inputShape() {
    return Shape.of(graph.node(IN).attributes());
  }

  /** {@return the shape of an input as the model has it, without its batch} */
  public Shape sampleShape() {
    if (graph.attributes().has(INPUT_SHAPE)) {
      Shape shape = new Shape(graph.attributes().integers(INPUT_SHAPE));
      if (shape.size() != inputShape().size()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute " + INPUT_SHAPE,
            shape + " has other elements than the input, which is " + inputShape());
      }
      return shape;
    }
    // Of a graph from before there was this attribute, only the order in the model is known.
    return graph.attributes().has(INPUT_ORDER) ? Shape.of(inputShape().size()) : inputShape();
  }

  /**
   * Makes an input of the graph.
   *
   * @param elements the elements of the model's input, in the order of the model
   * @return the tensor at the graph's input
   */
  public RealTensor inputTensor(double... elements) {
    Shape shape = inputShape();
    return RealTensor.of(shape, order(INPUT_ORDER, shape.size()).toGraph(elements));
  }

  /**
   * Puts an output of the graph into the order of the model.
   *
   * @param elements the elements of the graph's output
   * @return the elements of the model's output before the steps of the host
   */
  public double[] output(double... elements) {
    return order(OUTPUT_ORDER, elements.length).toModel(elements);
  }

  private ElementOrder order(String name, int size) {
    return graph
        .attributes()
        .find(name, IntegerTensor.class)
        .map(ElementOrder::of)
        .orElseGet(() -> ElementOrder.same(size));
  }

  /** {@return the steps that the host has to apply to the output, in order} */
  public List<HostStep> hostSteps() {
    return graph.attributes().find(HOST_STEPS, Attribute.Sequence.class).stream()
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
