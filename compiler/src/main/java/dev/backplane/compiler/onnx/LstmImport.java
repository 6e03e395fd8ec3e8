package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Long short-term memory, of either direction or both, beginning with 0. */
final class LstmImport {
  /** ONNX has the gates i, o, f and c, and a layer here i, f, g and o: which comes from which. */
  private static final int[] GATES = {0, 2, 3, 1};

  /** As far as gates reach beyond what tables give, in bits: to 8, and those to 1. */
  private static final int GATE_BITS = 2;

  private static final int TABLE_BITS = 12;
  private static final int WIDEST = 32;

  private LstmImport() {}

  static void lstm(OnnxNode node, ImportedNodes network) {
    checkKind(node, network);
    boolean isBatchFirst = node.whole("layout", 0) == 1;
    Value.Stream input = sequence(node, network, isBatchFirst ? 0 : 1);
    int steps = input.extents().getFirst();
    checkStart(node, network, steps);
    boolean isLast = !isUsed(node, network, 0);
    Directions directions = Directions.of(node);
    List<String> names = new ArrayList<>();
    int units = 0;
    for (int i = 0; i < directions.count(); i++) {
      Attributes weights = weights(node, network, directions, i, input.extents().getLast());
      units = weights.get("bias", RealTensor.class).size() / GATES.length;
      Attributes attributes =
          formats(node, network, directions, i, weights, steps)
              .with("returns", isLast ? "last" : "sequence");
      names.add(directions.add(node, network, i, attributes, input.node()));
    }
    String name = directions.joined(node, network, names, isLast);
    int all = directions.count() * units;
    int batch = Value.Stream.BATCH;
    List<Integer> extents =
        isLast
            ? isBatchFirst
                ? List.of(batch, directions.count(), units)
                : List.of(directions.count(), batch, units)
            : isBatchFirst
                ? List.of(batch, steps, directions.count(), units)
                : List.of(steps, directions.count(), batch, units);
    gives(
        node,
        network,
        isLast ? 1 : 0,
        name,
        isLast ? Shape.of(all) : Shape.of(steps, all),
        extents);
  }

  private static void checkKind(OnnxNode node, ImportedNodes network) {
    if (node.whole("input_forget", 0) != 0) {
      throw node.unsupported("input_forget is set, which couples two gates");
    }
    if (isUsed(node, network, 2)) {
      throw node.unsupported("its output Y_c is used, and the state stays within the layer");
    }
    if (isUsed(node, network, 0) && isUsed(node, network, 1)) {
      throw node.unsupported("both of its outputs Y and Y_h are used; one is supported");
    }
  }

  private static boolean isUsed(OnnxNode node, ImportedNodes network, int output) {
    return output < node.outputs().size()
        && !node.outputs().get(output).isEmpty()
        && network.isUsed(node.outputs().get(output));
  }

  private static Value.Stream sequence(OnnxNode node, ImportedNodes network, int batchAxis) {
    Value.Stream input = network.anyStream(node, 0);
    if (input.batchAxis() != batchAxis || input.extents().size() != 2) {
      throw node.unsupported(
          "its input has the batch as axis "
              + input.batchAxis()
              + " beside extents "
              + input.extents()
              + "; with this layout it is axis "
              + batchAxis
              + " beside steps and features");
    }
    if (!input.isAsInModel()) {
      throw node.unsupported(
          "the elements of its input are in another order in the graph, which needs them step by"
              + " step");
    }
    return input;
  }

  private static void checkStart(OnnxNode node, ImportedNodes network, int steps) {
    if (network.hasInput(node, 4)
        && Arrays.stream(network.constant(node, 4).wholes()).anyMatch(length -> length != steps)) {
      throw node.unsupported("its sequence_lens end before the sequence, which has " + steps);
    }
    for (int index = 5; index < 7; index++) {
      if (network.hasInput(node, index)
          && Arrays.stream(network.constant(node, index).reals()).anyMatch(each -> each != 0)) {
        throw node.unsupported(
            "its input "
                + index
                + ", "
                + (index == 5 ? "initial_h" : "initial_c")
                + ", is not 0, and hardware begins each sequence with 0");
      }
    }
    if (network.hasInput(node, 7)) {
      throw node.unsupported("its input 7, P, lets gates look at the state");
    }
  }

  /** One matrix for inputs and outputs, and one bias. */
  private static Attributes weights(
      OnnxNode node, ImportedNodes network, Directions directions, int direction, int features) {
    OnnxTensor ofInputs = network.constant(node, 1);
    OnnxTensor ofOutputs = network.constant(node, 2);
    List<Integer> extents = ofOutputs.extents();
    int units = extents.getLast();
    int rows = GATES.length * units;
    int count = directions.count();
    if (!extents.equals(List.of(count, rows, units))
        || !ofInputs.extents().equals(List.of(count, rows, features))
        || node.whole("hidden_size", units) != units) {
      throw node.unsupported(
          "its weights have extents "
              + ofInputs.extents()
              + " and "
              + extents
              + ", and there are "
              + features
              + " features; directions x 4 units x features and directions x 4 units x units"
              + " fit");
    }
    double[] biases = new double[2 * rows * count];
    if (network.hasInput(node, 3)) {
      OnnxTensor given = network.constant(node, 3);
      if (given.size() != biases.length) {
        throw node.unsupported(
            "its bias has extents " + given.extents() + ", not " + count + " x " + 2 * rows);
      }
      biases = given.reals();
    }
    double[] bias = new double[rows];
    double[] matrix = new double[rows * (features + units)];
    int at = 0;
    for (int row = 0; row < rows; row++) {
      int inOne = GATES[row / units] * units + row % units;
      int from = direction * rows + inOne;
      bias[row] = biases[2 * direction * rows + inOne] + biases[(2 * direction + 1) * rows + inOne];
      for (int i = 0; i < features; i++) {
        matrix[at++] = ofInputs.real(from * features + i);
      }
      for (int u = 0; u < units; u++) {
        matrix[at++] = ofOutputs.real(from * units + u);
      }
    }
    boolean isQuantized = network.isQuantized(node, 1) && network.isQuantized(node, 2);
    RealTensor weights = RealTensor.of(Shape.of(rows, features + units), matrix);
    return LayerWeights.attributes(node, network, weights, isQuantized)
        .with("bias", RealTensor.of(Shape.of(rows), bias));
  }

  /** Outputs, and what tables give, are between -1 and 1; calibration chooses the rest. */
  private static Attributes formats(
      OnnxNode node,
      ImportedNodes network,
      Directions directions,
      int direction,
      Attributes weights,
      int steps) {
    Attributes one = network.formatOfOne();
    int gateWidth = Math.min(one.integer("width") + GATE_BITS, TABLE_BITS);
    if (one.integer("width") > TABLE_BITS) {
      network
          .warnings()
          .add(
              node.label()
                  + ": its gates are tables, whose inputs are rounded to "
                  + TABLE_BITS
                  + " bits");
    }
    // In each step, a state grows by 1 at most.
    int cellWidth = gateWidth + Integer.SIZE - Integer.numberOfLeadingZeros(steps);
    List<String> functions = directions.activations(node, direction);
    return weights
        .merge(one)
        .with("gate_width", gateWidth)
        .with("cell_width", Math.min(cellWidth, WIDEST))
        .with("activation_width", one.integer("width"))
        .with("activation_fraction", one.integer("fraction"))
        .with("gate_activation", function(node, functions.getFirst()))
        .with("cell_activation", function(node, functions.getLast()));
  }

  private static String function(OnnxNode node, String name) {
    return switch (name) {
      case "Sigmoid" -> "sigmoid";
      case "HardSigmoid" -> "hard_sigmoid";
      case "Tanh" -> "tanh";
      default ->
          throw node.unsupported(
              "an activation is " + name + "; Sigmoid, HardSigmoid and Tanh are supported");
    };
  }

  private static void gives(
      OnnxNode node,
      ImportedNodes network,
      int output,
      String name,
      Shape shape,
      List<Integer> extents) {
    ElementOrder order = ElementOrder.same(shape.size());
    Value.Stream stream = new Value.Stream(name, shape, shape.extents(), order);
    network.set(node.outputs().get(output), stream.counted(extents, order));
  }
}
