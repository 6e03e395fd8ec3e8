package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.table.FunctionTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of an LSTM layer, checked. The sums of its gates are a linear layer, whose inputs
 * are those of a step and then the outputs of the step before, with zeros behind the point of
 * either so that both have one format.
 *
 * @param gates that linear layer; its outputs are the gates i, f, g and o of unit after unit
 * @param input what comes in: steps x features
 * @param activation the format of what the tables give
 * @param cell the format of the state
 * @param output the format of the outputs
 * @param gateTable the function of the gates i, f and o
 * @param cellTable the function of the gate g and of the state
 * @param lastOnly whether only the outputs of the last step leave
 */
record LstmLayer(
    LinearLayer gates,
    TensorType input,
    FixedPoint activation,
    FixedPoint cell,
    FixedPoint output,
    IntegerTensor gateTable,
    IntegerTensor cellTable,
    boolean lastOnly) {
  static final int GATES = 4;
  static final String GATE_TABLE = "gate_table";
  static final String CELL_TABLE = "cell_table";

  static LstmLayer of(Node node, TensorType input) {
    Attributes attributes = node.attributes();
    FixedPoint activation = format(attributes, "activation_");
    FixedPoint gate = format(attributes, "gate_");
    LstmLayer layer =
        new LstmLayer(
            gates(attributes, input),
            input,
            activation,
            format(attributes, "cell_"),
            format(attributes, ""),
            table(attributes, GATE_TABLE, gate, activation),
            table(attributes, CELL_TABLE, gate, activation),
            lastOnly(attributes));
    layer.checkFormats();
    return layer;
  }

  static FixedPoint format(Attributes attributes, String name) {
    return new FixedPoint(
        attributes.integer(name + "width"), attributes.integer(name + "fraction"));
  }

  private static IntegerTensor table(
      Attributes attributes, String name, FixedPoint from, FixedPoint to) {
    return FunctionTable.check(name, attributes.get(name, IntegerTensor.class), from, to);
  }

  static boolean lastOnly(Attributes attributes) {
    String returns = attributes.has("returns") ? attributes.text("returns") : "sequence";
    return switch (returns) {
      case "sequence" -> false;
      case "last" -> true;
      default ->
          throw new CompilerException(
              CompilerError.ATTRIBUTE_INVALID,
              "attribute returns",
              "it is sequence or last, not " + returns);
    };
  }

  /** The format that has the inputs of a step and the outputs of the one before. */
  static FixedPoint operands(FixedPoint input, FixedPoint output) {
    int fraction = Math.max(input.fraction(), output.fraction());
    int width =
        Math.max(
            input.width() + fraction - input.fraction(),
            output.width() + fraction - output.fraction());
    return new FixedPoint(width, fraction);
  }

  /** The attributes of the linear layer that the gates are. */
  static Attributes gateAttributes(Attributes attributes) {
    return attributes
        .with("width", attributes.integer("gate_width"))
        .with("fraction", attributes.integer("gate_fraction"));
  }

  private static LinearLayer gates(Attributes attributes, TensorType input) {
    List<Integer> extents = input.shape().extents();
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    int rows = weights.shape().extents().getFirst();
    int units = rows / GATES;
    if (extents.size() != 2
        || units * GATES != rows
        || !weights.shape().equals(Shape.of(rows, extents.getLast() + units))) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights are 4 units x (features + units), and the input is steps x features; "
              + weights.shape()
              + " does not fit an input of "
              + input.shape());
    }
    Attributes ordered = gateAttributes(attributes).with("weights", byUnit(weights, units));
    if (attributes.has("bias")) {
      ordered = ordered.with("bias", byUnit(attributes.get("bias", IntegerTensor.class), units));
    }
    FixedPoint operands = operands(input.format(), format(attributes, ""));
    return LinearLayer.of(ordered, ordered.get("weights", IntegerTensor.class), 1, operands);
  }

  /** Rows of all units for gate after gate become rows of all gates for unit after unit. */
  private static IntegerTensor byUnit(IntegerTensor tensor, int units) {
    if (tensor.shape().extents().getFirst() != GATES * units) {
      return tensor;
    }
    int columns = tensor.size() / (GATES * units);
    long[] rows = tensor.toArray();
    long[] ordered = new long[rows.length];
    for (int row = 0; row < GATES * units; row++) {
      int from = (row % GATES * units + row / GATES) * columns;
      System.arraycopy(rows, from, ordered, row * columns, columns);
    }
    return IntegerTensor.of(tensor.shape(), ordered);
  }

  private void checkFormats() {
    if (cell.fraction() < gates.output().fraction()) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute cell_fraction",
          "the state has at least the " + gates.output().fraction() + " bits of gate_fraction");
    }
    if (output.fraction() > 2 * activation.fraction()) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "an output is a product with "
              + 2 * activation.fraction()
              + " bits behind the point, and cannot have more");
    }
    gates.output().reachedFrom(cell.fraction());
    output.reachedFrom(2 * activation.fraction());
    if (cellSumWidth() > 62) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute cell_width",
          "the sum of the state needs " + cellSumWidth() + " bits; 62 are supported");
    }
  }

  int steps() {
    return input.shape().extents().getFirst();
  }

  int features() {
    return input.shape().extents().getLast();
  }

  int units() {
    return gates.outputs() / GATES;
  }

  int inputZeros() {
    return gates.input().fraction() - input.format().fraction();
  }

  int outputZeros() {
    return gates.input().fraction() - output.fraction();
  }

  /** Bits behind the point of the sum that becomes the state. */
  int cellSumFraction() {
    return activation.fraction() + Math.max(activation.fraction(), cell.fraction());
  }

  int keptZeros() {
    return cellSumFraction() - activation.fraction() - cell.fraction();
  }

  int addedZeros() {
    return cellSumFraction() - 2 * activation.fraction();
  }

  int cellSumWidth() {
    int kept = activation.width() + cell.width() + keptZeros();
    int added = 2 * activation.width() + addedZeros();
    int shift = cellSumFraction() - cell.fraction();
    return 1 + Math.max(Math.max(kept, added), Math.max(cell.width(), shift));
  }

  /** The arguments of the function in Python. */
  Attributes pythonArguments() {
    FixedPoint gate = gates.output();
    return Attributes.NONE
        .with("weights", gates.weights())
        .with("bias", gates.biases())
        .with("gate_shift", gates.shift())
        .with("gate_width", gate.width())
        .with("gate_table", gateTable)
        .with("cell_table", cellTable)
        .with("input_zeros", inputZeros())
        .with("output_zeros", outputZeros())
        .with("kept_zeros", keptZeros())
        .with("added_zeros", addedZeros())
        .with("cell_shift", cellSumFraction() - cell.fraction())
        .with("cell_width", cell.width())
        .with("state_shift", cell.fraction() - gate.fraction())
        .with("output_shift", 2 * activation.fraction() - output.fraction())
        .with("width", output.width())
        .with("last_only", new Attribute.Flag(lastOnly));
  }

  static List<AttributeDescription> described() {
    List<AttributeDescription> attributes =
        new ArrayList<>(
            LinearLayer.described(
                "4 units x (features + units): rows for the gates i, f, g and o of all units"));
    describe(attributes, "gate_", "the sums of the gates, 12 at most");
    describe(attributes, "activation_", "the gates");
    describe(attributes, "cell_", "the state");
    attributes.addAll(
        List.of(
            AttributeDescription.optional(
                "gate_activation", Kind.TEXT, "sigmoid", "sigmoid or hard_sigmoid"),
            AttributeDescription.optional(
                "cell_activation", Kind.TEXT, "tanh", "tanh or hard_tanh"),
            AttributeDescription.quantised(
                GATE_TABLE, Kind.TENSOR, "gate_activation of each number of the gates"),
            AttributeDescription.quantised(
                CELL_TABLE, Kind.TENSOR, "cell_activation of each number of the gates"),
            AttributeDescription.optional(
                "returns",
                Kind.TEXT,
                "sequence",
                "sequence for the outputs of each step, last for those of the last one"),
            LinearLayer.describedLanes()));
    return attributes;
  }

  private static void describe(List<AttributeDescription> attributes, String of, String what) {
    attributes.add(AttributeDescription.needed(of + "width", Kind.WHOLE, "bits of " + what));
    attributes.add(
        AttributeDescription.needed(
            of + "fraction", Kind.WHOLE, "how many of them are behind the point"));
  }
}
