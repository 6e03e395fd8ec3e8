package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Kinds of layers that multiply streams, or drop, repeat and compare their elements. */
final class StreamLayers {
  private static final Attributes NONE = Attributes.NONE;

  static final List<RandomLayer> ALL =
      List.of(
          of("multiply", (random, _) -> product(random)),
          of("slice", StreamLayers::slice),
          of("pad", StreamLayers::pad),
          of("resize", StreamLayers::resize),
          of("prelu", StreamLayers::slopes),
          of(
              "reverse",
              (random, shape) -> NONE.with("axis", random.nextInt(shape.extents().size()))),
          of("reshape", (_, shape) -> NONE.with("shape", numbers(1, shape.size()))),
          of("softmax", (random, _) -> format(random).with("exp_width", random.nextInt(2, 17))),
          of("layer_norm", (random, _) -> format(random).with("epsilon", new Attribute.Real(0.1))),
          new RandomLayer(
              "matmul",
              StreamLayers::hasPositions,
              (random, _) -> product(random).with("transposed", 1)),
          of("channel_max", (_, _) -> NONE),
          of("channel_sum", (random, _) -> format(random)),
          of("channel_average", (random, _) -> format(random)),
          new RandomLayer("global_max_pool", StreamLayers::hasPositions, (_, _) -> NONE),
          new RandomLayer("global_sum", StreamLayers::hasPositions, (random, _) -> format(random)));

  private StreamLayers() {}

  private static boolean hasPositions(Shape shape) {
    return shape.extents().size() > 1;
  }

  private static RandomLayer of(
      String type, BiFunction<RandomGenerator, Shape, Attributes> attributes) {
    return new RandomLayer(type, _ -> true, attributes);
  }

  private static Attributes format(RandomGenerator random) {
    return NONE.with("width", random.nextInt(2, 9)).with("fraction", random.nextInt(0, 7));
  }

  private static Attributes product(RandomGenerator random) {
    return format(random).with("branches", new Attribute.Sequence(List.of(format(random))));
  }

  private static Attributes slice(RandomGenerator random, Shape shape) {
    int axis = random.nextInt(shape.extents().size());
    int start = random.nextInt(shape.extents().get(axis));
    return NONE.with("axis", axis)
        .with("start", start)
        .with("end", random.nextInt(start, shape.extents().get(axis)) + 1)
        .with("step", random.nextInt(1, 4));
  }

  private static Attributes pad(RandomGenerator random, Shape shape) {
    int axes = shape.extents().size();
    return NONE.with("padding", numbers(random.ints(2L * axes, 0, 2).toArray()))
        .with("gaps", numbers(random.ints(axes, 0, 2).toArray()))
        .with("value", new Attribute.Real(random.nextDouble(-2, 2)));
  }

  private static Attributes resize(RandomGenerator random, Shape shape) {
    return NONE.with("factors", numbers(random.ints(shape.extents().size(), 1, 3).toArray()));
  }

  private static Attributes slopes(RandomGenerator random, Shape shape) {
    int channels = shape.extents().getLast();
    return format(random)
        .with(
            "slopes", RealTensor.of(Shape.of(channels), random.doubles(channels, -2, 2).toArray()))
        .with("slope_width", random.nextInt(3, 17));
  }
}
