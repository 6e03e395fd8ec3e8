package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.onnx.OnnxValue.Extent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Imports models as graphs. A model has one input and one output, whose first extent is the batch:
 * the graph computes one sample at a time. What cannot be imported is refused, all of it in one
 * error.
 */
public final class OnnxImport {
  private static final String MODEL = "model";
  private static final long OLDEST = 6;
  private static final long NEWEST = 25;

  /** Operators that read an input as the model has it, and not with channels last. */
  private static final Set<String> KEEP_ORDER =
      Set.of("Transpose", "Reshape", "Flatten", "LSTM", "MatMul", "LayerNormalization");

  private final OnnxModel model;
  private final ImportedNodes network;
  private final Map<String, List<String>> problems = new LinkedHashMap<>();

  private OnnxImport(OnnxModel model, BitWidths widths) {
    this.model = model;
    this.network =
        new ImportedNodes(widths, uses(model.graph()), model.opsets().getOrDefault("", 0L));
  }

  /**
   * Imports a model.
   *
   * @param model the model
   * @param widths how many bits numbers have, where the model does not say it
   * @return the graph, and what else has to be known to use it
   * @throws CompilerException with {@link CompilerError#MODEL_UNSUPPORTED} naming every node that
   *     cannot be imported, or with {@link CompilerError#MODEL_DAMAGED} if the model makes no sense
   */
  public static ImportedModel of(OnnxModel model, BitWidths widths) {
    boolean withTables = widths.activations() <= FunctionImport.TABLE_BITS;
    return new OnnxImport(Fusions.of(model, withTables), widths).run();
  }

  private ImportedModel run() {
    checkVersions();
    OnnxGraph graph = model.graph();
    for (OnnxTensor constant : graph.constants()) {
      network.set(constant.name(), new Value.Constant(constant));
    }
    List<OnnxNode> needed = needed(graph);
    needed.stream().filter(node -> !Operators.knows(node)).forEach(this::refuse);
    network.readInside(AttentionImport.readInside(needed));
    Value.Stream input = input(graph);
    needed.forEach(this::run);
    refuse();
    ExactFormats.complete(network);
    Value.Stream output = output(graph);
    network.add(new Node(ImportedModel.OUT, Node.OUTPUT, Attributes.NONE));
    network.connect(output.node(), ImportedModel.OUT);
    Attributes attributes =
        ImportedModel.attributes(input, output.order(), network.hostSteps(), model.producer());
    return new ImportedModel(network.graph(attributes), network.warnings());
  }

  private void checkVersions() {
    Long version = model.opsets().get("");
    if (version == null || version < OLDEST || version > NEWEST) {
      throw new CompilerException(
          CompilerError.SCHEMA_VERSION,
          MODEL,
          "it uses "
              + (version == null ? "no known set of operators" : "operators of version " + version)
              + "; imported are versions "
              + OLDEST
              + " to "
              + NEWEST
              + "; export it again with one of these");
    }
  }

  /**
   * Imports the input. An error of it is reported together with those of operators, if there are
   * any.
   */
  private Value.Stream input(OnnxGraph graph) {
    OnnxValue only = onlyInput(graph);
    try {
      return input(graph, only);
    } catch (CompilerException e) {
      throw withProblems(e.in("input " + only.name()));
    }
  }

  private OnnxValue onlyInput(OnnxGraph graph) {
    List<OnnxValue> inputs =
        graph.inputs().stream().filter(value -> !network.knows(value.name())).toList();
    if (inputs.size() != 1) {
      throw withProblems(
          new CompilerException(
              CompilerError.MODEL_UNSUPPORTED,
              MODEL,
              "it has "
                  + inputs.size()
                  + " inputs that are no constants, "
                  + inputs.stream().map(OnnxValue::name).toList()
                  + "; one is supported"));
    }
    return inputs.getFirst();
  }

  private Value.Stream input(OnnxGraph graph, OnnxValue value) {
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
      network.batch(batch);
    }
    boolean reordered = readers.stream().anyMatch(node -> KEEP_ORDER.contains(node.operator()));
    Value.Stream stream =
        reordered
            ? new Value.Stream(
                ImportedModel.IN,
                new Shape(extents),
                extents,
                ElementOrder.same(new Shape(extents).size()),
                batchAxis)
            : Value.Stream.channelsLast(ImportedModel.IN, extents);
    network.add(
        new Node(
            ImportedModel.IN,
            Node.INPUT,
            Attributes.NONE
                .with("shape", stream.shape().toAttribute())
                .with("width", network.widths().activations())
                .with("onnx_name", value.name())));
    network.set(value.name(), stream);
    return stream;
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
    List<Integer> known = new ArrayList<>();
    List<Extent> others = new ArrayList<>(extents);
    others.remove(batchAxis);
    for (Extent extent : others) {
      if (!(extent instanceof Extent.Known(long size))) {
        throw new CompilerException(
            CompilerError.MODEL_UNSUPPORTED,
            "",
            "its extents are " + extents + "; export the model with numbers in place of names");
      }
      if (size < 1 || size > Integer.MAX_VALUE) {
        throw new CompilerException(
            CompilerError.MODEL_DAMAGED,
            "",
            "its extents are " + extents + ", which no tensor has");
      }
      known.add((int) size);
    }
    return known;
  }

  /** The operators that an output needs, in their order, which is that of the data. */
  private static List<OnnxNode> needed(OnnxGraph graph) {
    Set<String> names = new HashSet<>();
    graph.outputs().forEach(output -> names.add(output.name()));
    List<OnnxNode> needed = new ArrayList<>();
    for (OnnxNode node : graph.nodes().reversed()) {
      if (node.outputs().stream().anyMatch(names::contains)) {
        names.addAll(node.inputs());
        needed.addFirst(node);
      }
    }
    return needed;
  }

  private void run(OnnxNode node) {
    for (String name : node.inputs()) {
      if (!name.isEmpty() && !network.knows(name)) {
        throw undefined(node, name);
      }
    }
    for (int i = 0; i < node.outputs().size() && !Operators.choosesOutputs(node); i++) {
      if (i > 0 == network.isUsed(node.outputs().get(i))) {
        refuse(node, node.unsupported("not only its first output is used"));
        refused(node);
        return;
      }
    }
    boolean isKnown = Operators.knows(node);
    boolean isBehindRefused =
        node.inputs().stream()
            .anyMatch(name -> !name.isEmpty() && network.value(name) instanceof Value.Refused);
    if (isKnown && !isBehindRefused) {
      try {
        Operators.run(node, network);
      } catch (CompilerException e) {
        switch (e.error()) {
          case MODEL_DAMAGED -> throw e;
          case TOO_LARGE -> throw e.in(node.label());
          default -> refuse(node, e);
        }
      }
    }
    refused(node);
  }

  /**
   * Marks the outputs of an operator that was not imported, so that operators which use them are
   * not refused too.
   */
  private void refused(OnnxNode node) {
    for (String output : node.outputs()) {
      if (!output.isEmpty() && !network.knows(output)) {
        network.set(output, new Value.Refused());
      }
    }
  }

  private void refuse(OnnxNode node) {
    refuse(node, Operators.unknown(node));
  }

  private void refuse(OnnxNode node, CompilerException reason) {
    problems.computeIfAbsent(reason.text(), _ -> new ArrayList<>()).add(node.label());
  }

  private void refuse() {
    if (!problems.isEmpty()) {
      throw refusal();
    }
  }

  private CompilerException withProblems(CompilerException error) {
    if (problems.isEmpty()) {
      return error;
    }
    problems.put(error.text(), List.of(error.place()));
    return refusal();
  }

  private CompilerException refusal() {
    List<String> lines = new ArrayList<>();
    problems.forEach((text, labels) -> lines.add(String.join(", ", labels) + ": " + text));
    return new CompilerException(
        CompilerError.MODEL_UNSUPPORTED,
        MODEL,
        String.join("; ", lines) + "; supported operators are " + Operators.names());
  }

  private CompilerException undefined(OnnxNode node, String name) {
    String reason =
        model.graph().nodes().stream()
            .filter(other -> other.outputs().contains(name))
            .findFirst()
            .map(
                other ->
                    "comes from "
                        + other.label()
                        + ", which is not before it: data flows in a circle, or nodes are not in"
                        + " the order of the data")
            .orElse("is defined nowhere");
    return new CompilerException(
        CompilerError.MODEL_DAMAGED, node.label(), "its input " + name + " " + reason);
  }

  private Value.Stream output(OnnxGraph graph) {
    if (graph.outputs().isEmpty()) {
      throw new CompilerException(CompilerError.MODEL_DAMAGED, MODEL, "it has no output");
    }
    if (graph.outputs().size() > 1) {
      throw new CompilerException(
          CompilerError.MODEL_UNSUPPORTED,
          MODEL,
          "it has "
              + graph.outputs().size()
              + " outputs "
              + graph.outputs().stream().map(OnnxValue::name).toList()
              + "; one is supported");
    }
    String name = graph.outputs().getFirst().name();
    if (!network.knows(name)) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, "output " + name, "it is defined nowhere");
    }
    return switch (network.value(name)) {
      case Value.Stream stream -> stream;
      case Value.OnHost(Value.Stream stream, var _) -> stream;
      case Value.Codes _ ->
          throw new CompilerException(
              CompilerError.MODEL_UNSUPPORTED,
              "output " + name,
              "it is quantised and not dequantised; add DequantizeLinear");
      case Value.Padded _ ->
          throw new CompilerException(
              CompilerError.MODEL_UNSUPPORTED,
              "output " + name,
              "it follows Pad, whose zeros become the padding of a Conv or AveragePool alone");
      case Value.Constant _, Value.Refused _ ->
          throw new CompilerException(
              CompilerError.MODEL_UNSUPPORTED,
              "output " + name,
              "it is a constant, whatever the input is");
    };
  }

  private static Map<String, Integer> uses(OnnxGraph graph) {
    Map<String, Integer> uses = new HashMap<>();
    for (OnnxNode node : needed(graph)) {
      node.inputs().forEach(name -> uses.merge(name, 1, Integer::sum));
    }
    graph.outputs().forEach(output -> uses.merge(output.name(), 1, Integer::sum));
    return uses;
  }
}
