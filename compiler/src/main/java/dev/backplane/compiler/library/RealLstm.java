package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * An LSTM layer in real numbers.
 *
 * @param weights rows for i, f, g and o of all units; columns for inputs and outputs
 * @param bias one for each row
 * @param gate the function of i, f and o
 * @param cell the function of g and of the state
 * @param lastOnly whether only the outputs of the last step leave
 */
record RealLstm(
    RealTensor weights,
    RealTensor bias,
    DoubleUnaryOperator gate,
    DoubleUnaryOperator cell,
    boolean lastOnly) {

  static RealLstm of(Attributes attributes) {
    RealTensor weights = RealWeights.of(attributes, "weights", "weight_fraction");
    int rows = weights.shape().extents().getFirst();
    return new RealLstm(
        weights,
        RealTensor.of(Shape.of(rows), RealWeights.bias(attributes, rows)),
        LstmQuantization.function(attributes, "gate_activation", "sigmoid"),
        LstmQuantization.function(attributes, "cell_activation", "tanh"),
        LstmLayer.lastOnly(attributes));
  }

  /** Beyond it, sigmoid and tanh are 1 but for less than a thousandth. */
  static final double SATURATED = 7.5;

  /** The results of each step: sums of all gates of a unit, states and outputs, unit by unit. */
  private record Steps(RealTensor sums, RealTensor cells, RealTensor outputs) {}

  RealTensor run(RealTensor input) {
    RealTensor outputs = steps(input).outputs();
    int units = outputs.shape().extents().getLast();
    double[] numbers = outputs.toArray();
    return lastOnly
        ? RealTensor.of(
            Shape.of(units), Arrays.copyOfRange(numbers, numbers.length - units, numbers.length))
        : outputs;
  }

  /** The numbers that get the formats of the gates, where states go too, and of the states. */
  Map<String, RealTensor> inside(RealTensor input) {
    Steps steps = steps(input);
    double[] gates =
        DoubleStream.concat(
                Arrays.stream(steps.sums().toArray()), Arrays.stream(steps.cells().toArray()))
            .map(number -> Math.clamp(number, -SATURATED, SATURATED))
            .toArray();
    return Map.of(
        "gate_", RealTensor.of(Shape.of(gates.length), gates),
        "cell_", steps.cells());
  }

  private Steps steps(RealTensor input) {
    List<Integer> extents = input.shape().extents();
    int units = bias.size() / LstmLayer.GATES;
    int columns = extents.getLast() + units;
    if (extents.size() != 2
        || !weights.shape().equals(Shape.of(LstmLayer.GATES * units, columns))) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          weights.shape() + " does not fit an input of " + input.shape());
    }
    int count = extents.getFirst();
    double[] outputs = new double[units];
    double[] cells = new double[units];
    double[] allSums = new double[Shape.of(count, bias.size()).size()];
    double[] allCells = new double[count * units];
    double[] allOutputs = new double[count * units];
    for (int step = 0; step < count; step++) {
      double[] sums = sums(input, step * extents.getLast(), outputs);
      for (int u = 0; u < units; u++) {
        double i = gate.applyAsDouble(sums[u]);
        double f = gate.applyAsDouble(sums[units + u]);
        double g = cell.applyAsDouble(sums[2 * units + u]);
        double o = gate.applyAsDouble(sums[3 * units + u]);
        cells[u] = f * cells[u] + i * g;
        outputs[u] = o * cell.applyAsDouble(cells[u]);
      }
      System.arraycopy(sums, 0, allSums, step * sums.length, sums.length);
      System.arraycopy(cells, 0, allCells, step * units, units);
      System.arraycopy(outputs, 0, allOutputs, step * units, units);
    }
    Shape shape = Shape.of(count, units);
    return new Steps(
        RealTensor.of(Shape.of(count, bias.size()), allSums),
        RealTensor.of(shape, allCells),
        RealTensor.of(shape, allOutputs));
  }

  private double[] sums(RealTensor input, int from, double[] outputs) {
    int columns = weights.shape().extents().getLast();
    int features = columns - outputs.length;
    double[] sums = bias.toArray();
    for (int row = 0; row < sums.length; row++) {
      for (int i = 0; i < columns; i++) {
        double operand = i < features ? input.get(from + i) : outputs[i - features];
        sums[row] += operand * weights.get(row * columns + i);
      }
    }
    return sums;
  }
}
