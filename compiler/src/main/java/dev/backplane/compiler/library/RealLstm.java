package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

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

  RealTensor run(RealTensor input) {
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
    int steps = extents.getFirst();
    double[] outputs = new double[units];
    double[] cells = new double[units];
    double[] result = new double[steps * units];
    for (int step = 0; step < steps; step++) {
      double[] sums = sums(input, step * extents.getLast(), outputs);
      for (int u = 0; u < units; u++) {
        double i = gate.applyAsDouble(sums[u]);
        double f = gate.applyAsDouble(sums[units + u]);
        double g = cell.applyAsDouble(sums[2 * units + u]);
        double o = gate.applyAsDouble(sums[3 * units + u]);
        cells[u] = f * cells[u] + i * g;
        outputs[u] = o * cell.applyAsDouble(cells[u]);
        result[step * units + u] = outputs[u];
      }
    }
    return lastOnly
        ? RealTensor.of(Shape.of(units), outputs)
        : RealTensor.of(Shape.of(steps, units), result);
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
