package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The inputs of a model that are no constants, as inputs of the graph. */
final class ModelInputs {
  /** Operators that read an input as the model has it, and not with channels last. */
  private static final Set<String> KEEP_ORDER =
      Set.of("Transpose", "Reshape", "Flatten", "LSTM", "MatMul", "LayerNormalization");

  private final OnnxGraph graph;
  private final ImportedNodes network;
  private final Map<String, Integer> known;
  private final Set<String> named = new TreeSet<>();
  private final List<ImportedModel.Input> inputs = new ArrayList<>();

  /**
   * Inputs of a model.
   *
   * @param graph the model
   * @param network where they come
   * @param known numbers of extents that have names
   */
  ModelInputs(OnnxGraph graph, ImportedNodes network, Map<String, Integer> known) {
    this.graph = graph;
    this.network = network;
    this.known = known;
  }

  /** {@return the inputs that were added} */
  List<ImportedModel.Input> added() {
    return inputs;
  }

  /** {@return the inputs that are no constants and that something reads} */
  List<OnnxValue> values() {
    Set<String> read = new HashSet<>();
    graph.nodes().forEach(node -> read.addAll(node.inputs()));
    graph.outputs().forEach(output -> read.add(output.name()));
    List<OnnxValue> open =
        graph.inputs().stream().filter(value -> !network.knows(value.name())).toList();
    if (open.isEmpty()) {
      throw new CompilerException(
          CompilerError.MODEL_UNSUPPORTED,
          "model",
          "it has no input that is no constant, so that it always gives the same; give it one");
    }
    List<OnnxValue> values = open.stream().filter(value -> read.contains(value.name())).toList();
    open.stream()
        .filter(value -> !values.contains(value))
        .forEach(
            value ->
                network
                    .warnings()
                    .add("input " + value.name() + ": nothing reads it; it is left out"));
    return values.isEmpty() ? open.subList(0, 1) : values;
  }

  /** Adds one. */
  void add(OnnxValue given) {
    OnnxValue value = resolved(given);
    List<OnnxNode> readers =
        graph.nodes().stream().filter(node -> node.inputs().contains(value.name())).toList();
    if (value.type().isWhole()
        && !readers.stream().allMatch(node -> node.operator().equals("Cast"))) {
      throw new CompilerException(
          CompilerError.MODEL_UNSUPPORTED,
          "",
          "its elements are of type "
              + value.type()
              + ", and operators compute real numbers; let Cast make FLOAT of them first");
    }
    boolean isSequence =
        readers.stream()
            .anyMatch(node -> node.operator().equals("LSTM") && node.whole("layout", 0) == 0);
    int batchAxis = isSequence && value.extents().size() > 1 ? 1 : 0;
    List<Integer> extents = extents(value, batchAxis);
    if (value.extents().get(batchAxis) instanceof Extent.Known(long batch)) {
      batch(batch);
    }
    String name = inputs.isEmpty() ? ImportedModel.IN : ImportedModel.IN + (inputs.size() + 1);
    boolean reordered = readers.stream().anyMatch(node -> KEEP_ORDER.contains(node.operator()));
    Value.Stream stream =
        reordered
            ? new Value.Stream(
                name,
                new Shape(extents),
                extents,
                ElementOrder.same(new Shape(extents).size()),
                batchAxis)
            : Value.Stream.channelsLast(name, extents);
    network.add(
        new Node(
            name,
            Node.INPUT,
            Attributes.NONE
                .with("shape", stream.shape().toAttribute())
                .with("width", network.widths().activations())
                .with("onnx_name", value.name())));
    network.orderInput(name, stream.order());
    network.set(value.name(), stream);
    inputs.add(new ImportedModel.Input(name, new Shape(extents)));
  }

  private void batch(long samples) {
    if (inputs.isEmpty()) {
      network.batch(samples);
    } else if (samples != network.batch()) {
      throw new CompilerException(
          CompilerError.MODEL_UNSUPPORTED,
          "",
          "its batch is "
              + samples
              + ", and that of the first input "
              + network.batch()
              + "; export the model with one batch for all inputs");
    }
  }

  /** The value with numbers for the extents whose names are known. */
  private OnnxValue resolved(OnnxValue value) {
    List<Extent> extents = new ArrayList<>();
    for (Extent extent : value.extents()) {
      if (extent instanceof Extent.Dynamic(String name)) {
        named.add(name);
      }
      extents.add(
          extent instanceof Extent.Dynamic(String name) && known.containsKey(name)
              ? new Extent.Known(known.getOrDefault(name, 1))
              : extent);
    }
    return new OnnxValue(value.name(), value.type(), extents);
  }

  /** Refuses numbers of extents that the model does not name. */
  void checkNames() {
    for (String name : new TreeSet<>(known.keySet())) {
      if (!named.contains(name)) {
        throw new CompilerException(
            CompilerError.MODEL_UNSUPPORTED,
            "model",
            "no extent of its inputs has the name "
                + name
                + "; "
                + (named.isEmpty() ? "all are numbers" : "there are " + String.join(", ", named)));
      }
    }
  }

  /** The extents beside the batch. */
  private static List<Integer> extents(OnnxValue value, int batchAxis) {
    List<Extent> extents = value.extents();
    if (extents.size() < 2 || extents.size() > 4) {
      throw new CompilerException(
          CompilerError.MODEL_UNSUPPORTED,
          "",
          "it has extents " + extents + "; a batch and one to three more are supported");
    }
    List<Integer> sizes = new ArrayList<>();
    List<Extent> others = new ArrayList<>(extents);
    others.remove(batchAxis);
    Set<String> missing = new TreeSet<>();
    for (Extent extent : others) {
      switch (extent) {
        case Extent.Dynamic(String name) -> missing.add(name);
        case Extent.Known(long size) -> {
          if (size < 1 || size > Integer.MAX_VALUE) {
            throw new CompilerException(
                CompilerError.MODEL_DAMAGED,
                "",
                "its extents are " + extents + ", which no tensor has");
          }
          sizes.add((int) size);
        }
      }
    }
    if (!missing.isEmpty()) {
      missing.remove("");
      throw new CompilerException(
          CompilerError.MODEL_UNSUPPORTED,
          "",
          "its extents are "
              + extents
              + "; "
              + (missing.isEmpty()
                  ? ""
                  : "say how large " + String.join(", ", missing) + " is, or ")
              + "export the model with numbers in place of names");
    }
    return sizes;
  }
}
