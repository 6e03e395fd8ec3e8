package dev.backplane.compiler;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Kinds of layers for random networks that work on elements, and not on their neighbours. */
final class FunctionLayers {
  static final List<RandomLayer> ALL =
      List.of(
          of("clip", (random, _) -> clip(random)),
          of("hard_sigmoid", (random, _) -> slopes(random)),
          of("leaky_relu", (random, _) -> slopes(random)),
          of("sign", (_, _) -> Attributes.NONE),
          of("thresholds", FunctionLayers::thresholds),
          of("binary_linear", FunctionLayers::binary),
          of("counter", FunctionLayers::counter),
          of("argmax", (_, _) -> Attributes.NONE),
          of("permute", (random, shape) -> permutation(random, shape.extents().size())),
          of("rom", (random, _) -> format(random).with("words", reals(random, 2, 3))),
          new RandomLayer(
              "lstm",
              shape -> shape.extents().size() == 2,
              (random, shape) -> lstm(random, shape.extents().getLast())));

  private FunctionLayers() {}

  private static RandomLayer of(
      String type, BiFunction<RandomGenerator, Shape, Attributes> attributes) {
    return new RandomLayer(type, _ -> true, attributes);
  }

  private static Attributes format(RandomGenerator random) {
    return Attributes.NONE
        .with("width", random.nextInt(2, 9))
        .with("fraction", random.nextInt(0, 7));
  }

  private static RealTensor reals(RandomGenerator random, int... extents) {
    Shape shape = Shape.of(extents);
    return RealTensor.of(shape, random.doubles(shape.size(), -2, 2).toArray());
  }

  private static Attributes clip(RandomGenerator random) {
    double low = random.nextDouble(-2, 1);
    return format(random)
        .with("low", new Attribute.Real(low))
        .with("high", new Attribute.Real(low + random.nextDouble(2)));
  }

  private static Attributes slopes(RandomGenerator random) {
    return format(random)
        .with("alpha", new Attribute.Real(random.nextDouble(-2, 2)))
        .with("slope_width", random.nextInt(2, 17));
  }

  private static Attributes thresholds(RandomGenerator random, Shape shape) {
    int channels = random.nextBoolean() ? shape.extents().getLast() : 1;
    return format(random)
        .with("thresholds", reals(random, channels, random.nextInt(1, 4)))
        .with("first", random.nextInt(-2, 1))
        .with("step", random.nextInt(-1, 3));
  }

  private static Attributes binary(RandomGenerator random, Shape shape) {
    return Attributes.NONE
        .with("weights", reals(random, random.nextInt(1, 6), shape.size()))
        .with("width", random.nextInt(2, 9))
        .with("lanes", random.nextInt(1, shape.size() + 1));
  }

  private static Attributes counter(RandomGenerator random, Shape shape) {
    return random.nextBoolean()
        ? Attributes.NONE
        : Attributes.NONE.with("axis", random.nextInt(shape.extents().size()));
  }

  private static Attributes permutation(RandomGenerator random, int axes) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, axes).boxed().toList());
    Collections.shuffle(order, new Random(random.nextLong()));
    return Attributes.NONE.with(
        "order", Networks.numbers(order.stream().mapToInt(Integer::intValue).toArray()));
  }

  private static Attributes lstm(RandomGenerator random, int features) {
    int units = random.nextInt(1, 4);
    int gateFraction = random.nextInt(0, 4);
    return format(random)
        .with("weights", reals(random, 4 * units, features + units))
        .with("bias", reals(random, 4 * units))
        .with("weight_width", random.nextInt(2, 8))
        .with("gate_width", random.nextInt(2, 8))
        .with("gate_fraction", gateFraction)
        .with("activation_width", random.nextInt(2, 9))
        .with("activation_fraction", random.nextInt(0, 8))
        .with("cell_width", random.nextInt(2, 12))
        .with("cell_fraction", random.nextInt(gateFraction, 8))
        .with("lanes", random.nextInt(1, 4 * units + 1))
        .with("returns", random.nextBoolean() ? "last" : "sequence");
  }
}
