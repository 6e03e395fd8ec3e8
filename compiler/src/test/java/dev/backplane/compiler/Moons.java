package dev.backplane.compiler;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Random;

/**
 * Two half circles that reach into each other, and a network of one hidden layer that learns which
 * one a point is on: descent by single samples, the same everywhere.
 */
final class Moons {
  private static final int HIDDEN = 12;

  final double[][] points;
  final int[] labels;

  private Moons(int count, long seed) {
    Random random = new Random(seed);
    points = new double[count][];
    labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = i % 2;
      double angle = random.nextDouble() * StrictMath.PI;
      double side = labels[i] == 0 ? 1 : -1;
      points[i] =
          new double[] {
            side * StrictMath.cos(angle) + labels[i] + 0.1 * random.nextGaussian(),
            side * (StrictMath.sin(angle) - 0.25) + 0.1 * random.nextGaussian()
          };
    }
  }

  static Moons of(int count, long seed) {
    return new Moons(count, seed);
  }

  /** {@return a network that was trained on these points} */
  Graph train() {
    Random random = new Random(1);
    double[] w1 = random.doubles(2 * HIDDEN, -1, 1).toArray();
    double[] b1 = new double[HIDDEN];
    double[] w2 = random.doubles(2 * HIDDEN, -0.5, 0.5).toArray();
    double[] b2 = new double[2];
    for (int step = 0; step < 60_000; step++) {
      double rate = 0.05 * (1 - step / 60_000.0);
      int sample = random.nextInt(points.length);
      double[] x = points[sample];
      double[] hidden = new double[HIDDEN];
      double[] y = b2.clone();
      for (int h = 0; h < HIDDEN; h++) {
        hidden[h] = Math.max(0, b1[h] + w1[2 * h] * x[0] + w1[2 * h + 1] * x[1]);
        y[0] += w2[h] * hidden[h];
        y[1] += w2[HIDDEN + h] * hidden[h];
      }
      double probability = 1 / (1 + StrictMath.exp(y[0] - y[1]));
      double error = probability - labels[sample];
      b2[0] += rate * error;
      b2[1] -= rate * error;
      for (int h = 0; h < HIDDEN; h++) {
        double back = hidden[h] > 0 ? error * (w2[HIDDEN + h] - w2[h]) : 0;
        w2[h] += rate * error * hidden[h];
        w2[HIDDEN + h] -= rate * error * hidden[h];
        b1[h] -= rate * back;
        w1[2 * h] -= rate * back * x[0];
        w1[2 * h + 1] -= rate * back * x[1];
      }
    }
    return Networks.chain(
        Networks.input(8, 5, 2),
        List.of(
            layer(HIDDEN, 2, w1, b1).with("width", 10).with("fraction", 6).with("lanes", 4),
            Attributes.NONE,
            layer(2, HIDDEN, w2, b2).with("width", 12).with("fraction", 5)),
        List.of("linear", "relu", "linear"));
  }

  private static Attributes layer(int outputs, int inputs, double[] weights, double[] bias) {
    return Attributes.NONE
        .with("weights", RealTensor.of(Shape.of(outputs, inputs), weights))
        .with("bias", RealTensor.of(Shape.of(outputs), bias))
        .with("weight_width", 8);
  }
}
