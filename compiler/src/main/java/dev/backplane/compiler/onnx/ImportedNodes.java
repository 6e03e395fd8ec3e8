package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlName;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** The network while a model is imported: the graph's nodes, and what each value is. */
final class ImportedNodes {
  private static final int LONGEST_NAME = 48;
  private static final long MOST_WEIGHTS = 1 << 22;

  /** Nodes that give one of their inputs or 0, so that rounding comes before or after them. */
  private static final Set<String> KEEPS_ROUNDING =
      Set.of("relu", "max_pool1d", "max_pool2d", "flatten");

  private static final String CLIP = "clip";

  private final BitWidths widths;
  private final long version;
  private final Map<String, Integer> uses;
  private final Map<String, Integer> readers = new HashMap<>();
  private final Map<String, Value> values = new HashMap<>();
  private final SequencedMap<String, Node> nodes = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Set<String> bounded = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> readInside = new HashSet<>();
  private final List<HostStep> hostSteps = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long weights;
  private long batch = 1;

  /**
   * A network without nodes.
   *
   * @param widths how many bits numbers have
   * @param uses how many operators and outputs use each value
   * @param version which version of the set of operators the model has
   */
  ImportedNodes(BitWidths widths, Map<String, Integer> uses, long version) {
    this.widths = widths;
    this.version = version;
    this.uses = uses;
  }

  /** {@return which version of the set of operators the model has} */
  long version() {
    return version;
  }

  BitWidths widths() {
    return widths;
  }

  /** {@return how many samples the model computes at a time; the graph computes one} */
  long batch() {
    return batch;
  }

  void batch(long samples) {
    if (samples < 1) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, "", "its batch is " + samples + ", which no tensor has");
    }
    if (samples > Shape.LARGEST) {
      throw new CompilerException(
          CompilerError.TOO_LARGE,
          "",
          "its batch is " + samples + "; tensors have up to " + Shape.LARGEST + " elements");
    }
    if (samples > 1) {
      warnings.add(
          "the model computes " + samples + " samples at a time, the hardware one after the other");
    }
    batch = samples;
  }

  /** Counts weights, before anything is made of them. */
  void takeWeights(long count) {
    weights += count;
    if (weights > MOST_WEIGHTS) {
      throw new CompilerException(
          CompilerError.TOO_LARGE,
          "",
          "with it the network has "
              + weights
              + " weights; memories on a card hold up to "
              + MOST_WEIGHTS);
    }
  }

  /** {@return the attributes of a format that calibration chooses} */
  Attributes openFormat() {
    return Attributes.NONE.with("width", widths.activations());
  }

  /** {@return the attributes of the finest format that has numbers from -1 to 1} */
  Attributes formatOfOne() {
    return openFormat().with("fraction", FixedPoint.holding(widths.activations(), 1).fraction());
  }

  /** Says that what a node gives lies between -1 and 1, whatever comes in. */
  void bounded(String node) {
    bounded.add(node);
  }

  /** Gives bounded nodes that are on no grid of the model the format of their range. */
  void completeBounded() {
    for (String name : bounded) {
      if (isOpen(node(name))) {
        change(name, node(name).attributes().merge(formatOfOne()));
      }
    }
  }

  /** {@return whether the format of a node is open} */
  static boolean isOpen(Node node) {
    return node.attributes().has("width") && !node.attributes().has("fraction");
  }

  List<HostStep> hostSteps() {
    return hostSteps;
  }

  List<String> warnings() {
    return warnings;
  }

  /** {@return whether an operator or an output uses a value} */
  boolean isUsed(String value) {
    return uses.containsKey(value);
  }

  /** Says which values are read by operators that the network computes. */
  void readInside(Set<String> read) {
    readInside.addAll(read);
  }

  /** {@return whether an operator that the network computes reads a value} */
  boolean isReadInside(String value) {
    return readInside.contains(value);
  }

  /** {@return whether several operators or outputs use a value} */
  boolean isShared(String value) {
    return uses.getOrDefault(value, 0) > 1;
  }

  boolean knows(String value) {
    return values.containsKey(value);
  }

  void set(String name, Value value) {
    if (values.putIfAbsent(name, value) != null) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, "value " + name, "it is defined more than once");
    }
    switch (value) {
      case Value.Stream stream -> read(stream, name);
      case Value.Codes codes -> read(codes.stream(), name);
      case Value.Padded(Value.Stream stream, var _) -> read(stream, name);
      case Value.OnHost _, Value.Constant _, Value.Refused _ -> {}
    }
  }

  /**
   * Counts the readers of a stream. An operator that only gives it another name is no reader, but
   * the readers of that name are.
   */
  private void read(Value.Stream stream, String name) {
    boolean isRenamed = readers.containsKey(stream.node());
    readers.merge(stream.node(), uses.getOrDefault(name, 0) - (isRenamed ? 1 : 0), Integer::sum);
  }

  /** {@return whether a single operator reads what a node gives} */
  boolean isReadOnce(String node) {
    return readers.getOrDefault(node, 0) == 1;
  }

  /** Says what an operator gives. */
  void gives(OnnxNode node, Value value) {
    set(node.outputs().getFirst(), value);
  }

  Value value(String name) {
    Value value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no value " + name);
    }
    return value;
  }

  boolean hasInput(OnnxNode node, int index) {
    return index < node.inputs().size() && !node.inputs().get(index).isEmpty();
  }

  /** {@return an input that has to be there} */
  Value input(OnnxNode node, int index) {
    if (!hasInput(node, index)) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, node.label(), "its input " + index + " is missing");
    }
    return value(node.inputs().get(index));
  }

  /** {@return an input that is computed by the network, one sample after the other} */
  Value.Stream stream(OnnxNode node, int index) {
    Value.Stream stream = anyStream(node, index);
    if (stream.batchAxis() != 0) {
      throw node.unsupported(
          "the batch is axis "
              + stream.batchAxis()
              + " of its input "
              + index
              + ", and must be the first; add Transpose");
    }
    return stream;
  }

  /** {@return an input that is computed by the network, whichever axis the batch is} */
  Value.Stream anyStream(OnnxNode node, int index) {
    return switch (input(node, index)) {
      case Value.Stream stream -> stream;
      case Value.OnHost(var _, String operator) ->
          throw node.unsupported(
              "it follows " + operator + ", which the host computes after everything else");
      case Value.Padded padded -> PadImport.around(node, this, padded);
      case Value.Codes _ ->
          throw node.unsupported(
              "its input " + index + " is quantised and not dequantised; add DequantizeLinear");
      case Value.Constant _, Value.Refused _ ->
          throw node.unsupported(
              "its input " + index + " is a constant, and must be computed from the model's input");
    };
  }

  /**
   * {@return an input whose channels are last in the graph} The graph's input can still be given
   * that shape if nothing else reads it.
   */
  Value.Stream channelsLast(OnnxNode node, int index) {
    return channelsLast(node, stream(node, index));
  }

  /** {@return an input whose channels are last in the graph, and the zeros around it} */
  Value.Padded padded(OnnxNode node, int index) {
    return input(node, index) instanceof Value.Padded(Value.Stream stream, List<Integer> pads)
        ? new Value.Padded(channelsLast(node, stream), pads)
        : new Value.Padded(channelsLast(node, index), List.of());
  }

  private Value.Stream channelsLast(OnnxNode node, Value.Stream stream) {
    Value.Stream wanted = Value.Stream.channelsLast(stream.node(), stream.extents());
    if (!stream.order().equals(wanted.order())) {
      throw node.unsupported(
          "its input has extents "
              + stream.extents()
              + " whose elements are in another order in the graph, which has channels last");
    }
    if (!stream.shape().equals(wanted.shape())) {
      Node source = node(stream.node());
      if (!source.type().equals(Node.INPUT) || !isReadOnce(source.name())) {
        Attributes shape = Attributes.NONE.with("shape", wanted.shape().asAttribute());
        return wanted.from(add(node, "reshape", shape, stream.node()));
      }
      change(source.name(), source.attributes().with("shape", wanted.shape().toAttribute()));
    }
    return wanted;
  }

  /** {@return an input that is known} */
  OnnxTensor constant(OnnxNode node, int index) {
    if (input(node, index) instanceof Value.Constant(OnnxTensor tensor, var _)) {
      return tensor;
    }
    throw node.unsupported(
        "its input "
            + index
            + ", "
            + node.inputs().get(index)
            + ", is computed by the network, and must be a constant");
  }

  /** {@return whether the model says that the numbers of a constant are on a grid} */
  boolean isQuantized(OnnxNode node, int index) {
    return input(node, index) instanceof Value.Constant(var _, boolean isQuantized) && isQuantized;
  }

  /**
   * Adds a node behind another.
   *
   * @param origin what it was in the model
   * @param type what it is in the graph
   * @param attributes its attributes
   * @param from the nodes before, in the order of its inputs
   * @return its name
   */
  String add(OnnxNode origin, String type, Attributes attributes, String... from) {
    String original =
        origin.name().isEmpty()
            ? origin.outputs().stream().filter(each -> !each.isEmpty()).findFirst().orElse("")
            : origin.name();
    String name = name(original);
    nodes.put(name, new Node(name, type, attributes.with("onnx_name", original)));
    for (int i = 0; i < from.length; i++) {
      edges.add(
          from.length == 1 ? new Edge(from[i], name, Attributes.NONE) : Edge.of(from[i], name, i));
    }
    return name;
  }

  /** Adds a node that the model has not: where a tensor comes in or goes out. */
  void add(Node node) {
    names.add(node.name().toLowerCase(Locale.ROOT));
    nodes.put(node.name(), node);
  }

  /**
   * Puts a stream on the grid of a quantiser: where it is computed, if nobody else reads it there,
   * and otherwise in a node of its own. What gives one of its inputs, or a limit, does not change
   * what is rounded: it follows then, with its limits on the grid.
   */
  Value.Stream quantize(OnnxNode origin, Value.Stream stream, Quantizer quantizer) {
    FixedPoint format = quantizer.format();
    String source = stream.node();
    List<String> clips = new ArrayList<>();
    boolean isPositive = false;
    while (isReadOnce(source) && keepsRounding(node(source))) {
      isPositive |= node(source).type().equals("relu");
      if (node(source).type().equals(CLIP)) {
        clips.add(source);
      }
      source = before(source);
    }
    boolean isOpenSource = isReadOnce(source) && isOpen(node(source));
    if (!isOpenSource && !clips.isEmpty()) {
      source = clips.getLast();
      isOpenSource = true;
    }
    if (isOpenSource) {
      clips.forEach(clip -> change(clip, onGrid(node(clip).attributes(), format)));
      change(
          source,
          node(source)
              .attributes()
              .with("width", format.width())
              .with("fraction", format.fraction()));
    }
    if (has(node(source).attributes(), format) && quantizer.isWhole(isPositive)) {
      return stream;
    }
    Attributes limits =
        Attributes.NONE
            .with("width", format.width())
            .with("fraction", format.fraction())
            .with("low", quantizer.low())
            .with("high", quantizer.high());
    return stream.from(add(origin, CLIP, limits, stream.node()));
  }

  /** Limits as the numbers of a format that they are rounded to. */
  private static Attributes onGrid(Attributes limits, FixedPoint format) {
    Attributes rounded = limits;
    for (String name : List.of("low", "high")) {
      if (limits.values().get(name) instanceof Attribute.Real(double limit)) {
        rounded = rounded.with(name, new Attribute.Real(format.real(format.quantize(limit))));
      }
    }
    return rounded;
  }

  /** {@return whether a node gives one of its inputs, 0 or a limit, in the format of its input} */
  static boolean keepsRounding(Node node) {
    return KEEPS_ROUNDING.contains(node.type())
        || (node.type().equals(CLIP) && !node.attributes().has("width"));
  }

  private static boolean has(Attributes attributes, FixedPoint format) {
    return attributes.has("fraction")
        && attributes.integer("width") == format.width()
        && attributes.integer("fraction") == format.fraction();
  }

  /** {@return the first node that a node's data comes from} */
  String before(String name) {
    return allBefore(name).getFirst();
  }

  /** {@return the nodes that a node's data comes from, in the order of its inputs} */
  List<String> allBefore(String name) {
    return edges.stream().filter(edge -> edge.to().equals(name)).map(Edge::from).toList();
  }

  /** {@return the nodes that read what a node gives} */
  List<String> behind(String name) {
    return edges.stream().filter(edge -> edge.from().equals(name)).map(Edge::to).toList();
  }

  void connect(String from, String to) {
    edges.add(new Edge(from, to, Attributes.NONE));
  }

  Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("there is no node " + name);
    }
    return node;
  }

  /** Puts other attributes in place of those that a node has. */
  void change(String name, Attributes attributes) {
    replace(node(name).withAttributes(attributes));
  }

  /** Puts another node in the place of the one that has its name. */
  void replace(Node node) {
    nodes.replace(node.name(), node);
  }

  /**
   * Puts a node between another and the node before it.
   *
   * @param name the node that it comes before, which has one input
   * @param type its type
   * @param attributes its attributes
   */
  void insertBefore(String name, String type, Attributes attributes) {
    String before = before(name);
    String inserted = name(name + "_input");
    List<Node> others = nodes();
    nodes.clear();
    for (Node node : others) {
      if (node.name().equals(name)) {
        nodes.put(inserted, new Node(inserted, type, attributes));
      }
      nodes.put(node.name(), node);
    }
    edges.replaceAll(
        edge -> edge.to().equals(name) ? new Edge(inserted, name, Attributes.NONE) : edge);
    connect(before, inserted);
  }

  /** {@return all nodes, each behind those that its data comes from} */
  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  Graph graph(Attributes attributes) {
    Graph.Builder builder = Graph.builder().attributes(attributes);
    nodes.values().forEach(builder::node);
    edges.forEach(builder::edge);
    return builder.build();
  }

  /** Names of the model may be any text; VHDL does not tell upper from lower case. */
  private String name(String original) {
    String base = HdlName.like(original, LONGEST_NAME);
    String name = base;
    for (int i = 2; !names.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = base + "_" + i;
    }
    return name;
  }
}
