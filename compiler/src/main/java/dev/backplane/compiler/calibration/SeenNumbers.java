package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;

/**
 * The numbers that flowed through a place of a network: the least, the largest, and some thousands
 * of them, as far apart as needed. For use by one thread.
 */
final class SeenNumbers {
  private static final int MOST = 1 << 14;

  private double[] kept = new double[256];
  private int count;
  private long stride = 1;
  private long next;
  private double low;
  private double high;

  void add(RealTensor tensor) {
    for (int i = 0; i < tensor.size(); i++) {
      double number = tensor.get(i);
      low = Math.min(low, number);
      high = Math.max(high, number);
      if (next == 0) {
        keep(number);
        next = stride;
      }
      next--;
    }
  }

  private void keep(double number) {
    if (count == MOST) {
      // Each second one is left, and from now on half as many come.
      count = MOST / 2;
      for (int i = 0; i < count; i++) {
        kept[i] = kept[2 * i];
      }
      stride *= 2;
    }
    if (count == kept.length) {
      kept = Arrays.copyOf(kept, 2 * count);
    }
    kept[count] = number;
    count++;
  }

  /** {@return the least number, 0 if there is none below} */
  double low() {
    return low;
  }

  /** {@return the largest number, 0 if there is none above} */
  double high() {
    return high;
  }

  double largest() {
    return Math.max(-low, high);
  }

  /** {@return the kept numbers, in no order} */
  double[] kept() {
    return Arrays.copyOf(kept, count);
  }
}
