package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.RealTensor;

/**
 * The means of what a layer reads, and of its squares: of each element for a linear layer, of each
 * channel otherwise. For use by one thread.
 */
final class InputMoments {
  private final double[] sums;
  private final double[] squares;
  private long count;

  InputMoments(int size) {
    sums = new double[size];
    squares = new double[size];
  }

  void add(RealTensor tensor) {
    for (int i = 0; i < tensor.size(); i++) {
      double number = tensor.get(i);
      sums[i % sums.length] += number;
      squares[i % sums.length] += number * number;
    }
    count += tensor.size() / sums.length;
  }

  double mean(int index) {
    return count == 0 ? 0 : sums[index] / count;
  }

  double square(int index) {
    return count == 0 ? 1 : squares[index] / count;
  }
}
