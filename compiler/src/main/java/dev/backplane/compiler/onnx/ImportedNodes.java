package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The network while a model is imported: the nodes of the graph, and what each value is. */
final class ImportedNodes extends GraphDraft {
  private static final long MOST_WEIGHTS = 1 << 25;

  private final BitWidths widths;
  private final long version;
  private final Map<String, Integer> uses;
  private final Map<String, Integer> readers = new HashMap<>();
  private final Map<String, Value> values = new HashMap<>();
  private final Map<String, ElementOrder> inputOrders = new HashMap<>();
  private final Set<String> bounded = new HashSet<>();
  private final Set<String> readInside = new HashSet<>();
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
    if (stream.batchAxis() < 0) {
      stream = asSample(stream);
    }
    if (stream.batchAxis() < 0) {
      throw node.unsupported(
          "the model removed the batch of its input "
              + index
              + ", and must keep it; add Unsqueeze or Reshape");
    }
    if (stream.batchAxis() > 0) {
      throw node.unsupported(
          "the batch is axis "
              + stream.batchAxis()
              + " of its input "
              + index
              + ", and must be the first; add Transpose");
    }
    if (stream.extents().isEmpty()) {
      throw node.unsupported("its input " + index + " is one number beside the batch");
    }
    return stream;
  }

  /**
   * A stream from which the model removed the batch of 1. Its first axis is then the batch of what
   * follows, which it may be if that is 1 too.
   */
  private static Value.Stream asSample(Value.Stream stream) {
    List<Integer> extents = new ArrayList<>(stream.extents());
    if (!extents.isEmpty() && extents.getFirst() == 1) {
      extents.set(0, Value.Stream.BATCH);
      return stream.counted(extents, stream.order());
    }
    return stream;
  }

  /** {@return an input that is computed by the network, whichever axis the batch is} */
  Value.Stream anyStream(OnnxNode node, int index) {
    return switch (input(node, index)) {
      case Value.Stream stream -> stream;
      case Value.OnHost(var _, String operator, var _) ->
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

  /** {@return an input whose channels are last in the graph} They are put there if need be. */
  Value.Stream channelsLast(OnnxNode node, int index) {
    return channelsLast(node, stream(node, index));
  }

  /** {@return an input whose channels are last in the graph, and the zeros around it} */
  Value.Padded padded(OnnxNode node, int index) {
    return input(node, index) instanceof Value.Padded(Value.Stream stream, List<Integer> pads)
        ? new Value.Padded(channelsLast(node, stream), pads)
        : new Value.Padded(channelsLast(node, index), List.of());
  }

  /** {@return a stream whose channels are last in the graph} They are put there if need be. */
  Value.Stream channelsLast(OnnxNode node, Value.Stream stream) {
    return Arrangement.of(
        node, this, stream, Value.Stream.channelsLast(stream.node(), stream.extents()));
  }

  /** {@return a stream that graph and model count in one way} It is put so if need be. */
  Value.Stream asInModel(OnnxNode node, Value.Stream stream) {
    Shape shape = new Shape(stream.extents().isEmpty() ? List.of(1) : stream.extents());
    return Arrangement.of(
        node,
        this,
        stream,
        new Value.Stream(stream.node(), shape, stream.extents(), ElementOrder.same(shape.size())));
  }

  /** Says how an input of the graph is counted, as the host puts it into that order. */
  void orderInput(String node, ElementOrder order) {
    inputOrders.put(node, order);
  }

  /** {@return the order of the elements of an input of the graph} */
  ElementOrder inputOrder(String node) {
    ElementOrder order = inputOrders.get(node);
    if (order == null) {
      throw new IllegalArgumentException("there is no input " + node);
    }
    return order;
  }

  /** Says that a single operator reads a node that the model has not. */
  void readByOne(String node) {
    readers.put(node, 1);
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
}
