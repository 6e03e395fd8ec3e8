package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Products of matrices, Softmax within the network, and normalisation of rows. */
final class AttentionImport {
  /** Before this version, Softmax is over all axes from one on. */
  private static final long FIRST_OF_ONE_AXIS = 13;

  private static final Set<String> ON_HOST = Set.of("Softmax", "LogSoftmax", "ArgMax");

  private AttentionImport() {}

  /** {@return what operators give that others than those of the host read} */
  static Set<String> readInside(List<OnnxNode> nodes) {
    return nodes.stream()
        .filter(node -> !ON_HOST.contains(node.operator()))
        .flatMap(node -> node.inputs().stream())
        .collect(Collectors.toSet());
  }

  static void softmax(OnnxNode node, ImportedNodes network) {
    if (!network.isReadInside(node.outputs().getFirst())) {
      HostImport.softmax(node, network);
      return;
    }
    Value.Stream input = network.stream(node, 0);
    int rank = input.extents().size() + 1;
    long given = node.whole("axis", network.version() < FIRST_OF_ONE_AXIS ? 1 : -1);
    boolean isLast = given == -1 || given == rank - 1;
    boolean isOfChannels =
        input.isChannelsLast()
            && network.version() >= FIRST_OF_ONE_AXIS
            && (given == 1 || given == 1 - rank);
    if (!isLast && !isOfChannels) {
      throw node.unsupported(
          "axis is " + given + "; within a network the last axis is supported, or the channels");
    }
    network.bounded(
        FunctionImport.table(
            node, network, "softmax", isOfChannels ? input : network.asInModel(node, input)));
  }

  /** Normalises rows; a scale and an offset follow as a layer of their own. */
  static void normalization(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.stream(node, 0);
    int rank = input.extents().size() + 1;
    long axis = node.whole("axis", -1);
    if (axis != -1 && axis != rank - 1) {
      throw node.unsupported("axis is " + axis + "; the last one is supported");
    }
    Value.Stream rows = network.asInModel(node, input);
    int places = rows.extents().getLast();
    double[] scale = new double[places];
    double[] offset = new double[places];
    Arrays.fill(scale, 1);
    if (network.hasInput(node, 1)) {
      scale = row(node, network.constant(node, 1), places);
    }
    if (network.hasInput(node, 2)) {
      offset = row(node, network.constant(node, 2), places);
    }
    Attributes attributes =
        network.openFormat().with("epsilon", new Attribute.Real(node.real("epsilon", 1e-5f)));
    String name = network.add(node, "layer_norm", attributes, rows.node());
    boolean isPlain =
        Arrays.stream(scale).allMatch(number -> number == 1)
            && Arrays.stream(offset).allMatch(number -> number == 0);
    if (isPlain) {
      network.gives(node, rows.from(name));
    } else {
      NormalizationImport.scale(node, network, rows.from(name), scale, offset);
    }
  }

  private static double[] row(OnnxNode node, OnnxTensor tensor, int places) {
    if (tensor.size() != places) {
      throw node.unsupported(
          "its scale or offset has extents " + tensor.extents() + ", and a row " + places);
    }
    return tensor.reals();
  }

  static void matMul(OnnxNode node, ImportedNodes network) {
    boolean isOfStreams =
        !(network.input(node, 0) instanceof Value.Constant)
            && !(network.input(node, 1) instanceof Value.Constant);
    if (isOfStreams) {
      product(node, network, network.stream(node, 0), network.stream(node, 1));
      return;
    }
    DenseImport.matMul(node, network);
  }

  private static List<Integer> swapped(List<Integer> numbers) {
    List<Integer> swapped = new ArrayList<>(numbers);
    swapped.addLast(swapped.remove(swapped.size() - 2));
    return swapped;
  }

  private static void product(
      OnnxNode node, ImportedNodes network, Value.Stream one, Value.Stream other) {
    int axes = one.extents().size();
    boolean fits =
        axes > 1
            && axes == other.extents().size()
            && one.extents().getLast().equals(other.extents().get(axes - 2))
            && one.extents().subList(0, axes - 2).equals(other.extents().subList(0, axes - 2));
    if (!fits) {
      throw node.unsupported(
          "it multiplies tensors of extents "
              + one.extents()
              + " and "
              + other.extents()
              + " beside the batch; equally many matrices are supported, each with its other");
    }
    Value.Stream first = network.asInModel(node, one);
    // Columns that come as rows are taken as they are.
    List<Integer> axesOfRows = new ArrayList<>();
    for (int axis = 0; axis < axes; axis++) {
      axesOfRows.add(axis);
    }
    Value.Stream rows =
        new Value.Stream(
            other.node(),
            other.shape(),
            swapped(other.extents()),
            other.order().transposed(other.extents(), swapped(axesOfRows)));
    Value.Stream second = rows.isAsInModel() ? rows : network.asInModel(node, other);
    String name =
        first.node().equals(second.node())
            ? network.add(node, "requantize", Attributes.NONE, second.node())
            : second.node();
    Attributes attributes = network.openFormat();
    if (rows.isAsInModel()) {
      attributes = attributes.with("transposed", 1);
    }
    List<Integer> extents = new ArrayList<>(one.extents());
    extents.set(axes - 1, other.extents().getLast());
    network.gives(
        node, inModel(network.add(node, "matmul", attributes, first.node(), name), extents));
  }

  private static Value.Stream inModel(String name, List<Integer> extents) {
    Shape shape = new Shape(extents);
    return new Value.Stream(name, shape, extents, ElementOrder.same(shape.size()));
  }
}
