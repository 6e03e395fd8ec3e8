package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The numbers that flowed through a place of a network: the least, the largest, and some thousands
 * of them, each with the same chance, the same ones each time. For use by one thread.
 */
final class SeenNumbers {
  private static final int MOST = 1 << 14;

  private final SplittableRandom random = new SplittableRandom(1);
  private double[] kept = new double[256];
  private int count;
  private long seen;
  private double low;
  private double high;

  void add(RealTensor tensor) {
    for (int i = 0; i < tensor.size(); i++) {
      double number = tensor.get(i);
      low = Math.min(low, number);
      high = Math.max(high, number);
      keep(number);
    }
  }

  private void keep(double number) {
    seen++;
    if (count < MOST) {
      if (count == kept.length) {
        kept = Arrays.copyOf(kept, 2 * count);
      }
      kept[count] = number;
      count++;
      return;
    }
    long at = random.nextLong(seen);
    if (at < MOST) {
      kept[(int) at] = number;
    }
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
