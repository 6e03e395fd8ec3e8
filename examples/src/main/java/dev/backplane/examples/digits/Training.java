package dev.backplane.examples.digits;

import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * Descent along the gradient of the cross entropy, digit by digit, with a rate that falls to 0.
 * Sums are made in one order and the exponential is that of {@code StrictMath}, so the same seed
 * gives the same network on every machine.
 *
 * @param epochs how often it shows every digit
 * @param firstRate the rate that it begins with
 * @param seed for the order of the digits
 */
record Training(int epochs, double firstRate, long seed) {
  /**
   * Trains a network.
   *
   * @param network the network, which changes
   * @param digits what it learns from
   * @param progress takes how many digits it has seen, now and then
   */
  void run(TrainableNetwork network, List<Digit> digits, IntConsumer progress) {
    Random random = new Random(seed);
    int[] order = new int[digits.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    int steps = epochs * order.length;
    for (int step = 0; step < steps; step++) {
      if (step % order.length == 0) {
        shuffle(order, random);
        progress.accept(step);
      }
      double rate = firstRate * (1 - (double) step / steps);
      network.learn(digits.get(order[step % order.length]), rate);
    }
    progress.accept(steps);
  }

  private static void shuffle(int[] order, Random random) {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
  }
}
