package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A kind of layer that random networks are made of. A component that is added to {@link #ALL} is in
 * all checks of random networks.
 *
 * @param type the type of its nodes
 * @param fits of which shapes it can be
 * @param attributes gives attributes for a shape; some are refused by the component, and others are
 *     tried then
 */
record RandomLayer(
    String type, Predicate<Shape> fits, BiFunction<RandomGenerator, Shape, Attributes> attributes) {

  static final List<RandomLayer> ALL =
      Stream.of(layers(), FunctionLayers.ALL).flatMap(List::stream).toList();

  private static List<RandomLayer> layers() {
    return List.of(
        new RandomLayer("linear", _ -> true, RandomLayer::linear),
        new RandomLayer("batch_normalization", _ -> true, RandomLayer::normalization),
        new RandomLayer("relu", _ -> true, RandomLayer::none),
        new RandomLayer("flatten", _ -> true, RandomLayer::none),
        new RandomLayer("reshape", _ -> true, RandomLayer::reshape),
        new RandomLayer("requantize", _ -> true, (random, _) -> format(random)),
        new RandomLayer("concat", _ -> true, RandomLayer::concat),
        new RandomLayer("hard_tanh", _ -> true, (random, _) -> format(random)),
        new RandomLayer("sigmoid", _ -> true, (random, _) -> format(random)),
        new RandomLayer("conv1d", ofRank(2), RandomLayer::convolution),
        new RandomLayer("conv2d", ofRank(3), RandomLayer::convolution),
        new RandomLayer("max_pool1d", ofRank(2), RandomLayer::pooling),
        new RandomLayer("max_pool2d", ofRank(3), RandomLayer::pooling),
        new RandomLayer("average_pool1d", ofRank(2), RandomLayer::average),
        new RandomLayer("average_pool2d", ofRank(3), RandomLayer::average),
        new RandomLayer(
            "global_average_pool",
            ofRank(2).or(ofRank(3)),
            (random, _) -> random.nextBoolean() ? Attributes.NONE : format(random)),
        new RandomLayer(
            "sliding_window",
            ofRank(1).or(ofRank(2)),
            (random, shape) ->
                Attributes.NONE
                    .with("size", random.nextInt(1, shape.extents().getFirst() + 1))
                    .with("stride", random.nextInt(1, 4))),
        new RandomLayer(
            "shift_register",
            ofRank(1).or(ofRank(2)),
            (random, shape) ->
                Attributes.NONE
                    .with("points", random.nextInt(1, shape.extents().getFirst() + 1))
                    .with("skip", random.nextInt(1, 3))));
  }

  private static Predicate<Shape> ofRank(int rank) {
    return shape -> shape.extents().size() == rank;
  }

  private static Attributes reshape(RandomGenerator random, Shape shape) {
    int outer = random.nextInt(1, 5);
    return shape.size() % outer == 0
        ? Attributes.NONE.with("shape", numbers(outer, shape.size() / outer))
        : Attributes.NONE.with("shape", numbers(shape.size(), 1));
  }

  private static Attributes none(RandomGenerator random, Shape shape) {
    return Attributes.NONE;
  }

  private static Attributes format(RandomGenerator random) {
    int width = random.nextInt(2, 9);
    Attributes plain = Attributes.NONE.with("width", width).with("fraction", random.nextInt(-4, 7));
    if (random.nextInt(3) > 0) {
      return plain;
    }
    int limit = 1 << (width - 1);
    return plain
        .with("scale", new Attribute.Real(1 + random.nextDouble()))
        .with("zero", random.nextInt(-limit, limit));
  }

  private static Attributes concat(RandomGenerator random, Shape shape) {
    List<Attribute> branches = new ArrayList<>(List.of(format(random)));
    if (random.nextBoolean()) {
      branches.add(format(random));
    }
    Attributes attributes =
        (random.nextBoolean() ? Attributes.NONE : format(random))
            .with("branches", new Attribute.Sequence(branches));
    return random.nextBoolean()
        ? attributes
        : attributes.with("axis", random.nextInt(shape.extents().size()));
  }

  private static Attributes weights(RandomGenerator random, int... extents) {
    Shape shape = Shape.of(extents);
    Attributes weights =
        format(random)
            .with("weight_width", random.nextInt(2, 8))
            .with("weights", RealTensor.of(shape, random.doubles(shape.size(), -2, 2).toArray()));
    if (random.nextInt(3) == 0) {
      double[] scales = random.doubles(extents[0], 0.2, 2).toArray();
      weights = weights.with("weight_scales", RealTensor.of(Shape.of(scales.length), scales));
    }
    return random.nextBoolean()
        ? weights
        : weights.with(
            "bias",
            RealTensor.of(Shape.of(extents[0]), random.doubles(extents[0], -4, 4).toArray()));
  }

  private static Attributes linear(RandomGenerator random, Shape shape) {
    int outputs = random.nextInt(1, 6);
    return weights(random, outputs, shape.size()).with("lanes", random.nextInt(1, outputs + 1));
  }

  private static Attributes normalization(RandomGenerator random, Shape shape) {
    return weights(random, shape.extents().getLast());
  }

  private static Attributes convolution(RandomGenerator random, Shape shape) {
    int channels = shape.extents().getLast();
    int groups = random.nextBoolean() && channels > 1 ? channels : 1;
    int outputs = random.nextInt(1, 4);
    int directions = shape.extents().size() - 1;
    int[] extents = new int[directions + 2];
    extents[0] = groups * outputs;
    for (int i = 1; i <= directions; i++) {
      extents[i] = random.nextInt(1, 4);
    }
    extents[directions + 1] = channels / groups;
    return places(random, directions, weights(random, extents))
        .with("dilation", numbers(random.ints(directions, 1, 3).toArray()))
        .with("groups", groups)
        .with("lanes", random.nextInt(1, outputs + 1));
  }

  private static Attributes pooling(RandomGenerator random, Shape shape) {
    int directions = shape.extents().size() - 1;
    Attribute kernel = numbers(random.ints(directions, 1, 4).toArray());
    return places(random, directions, Attributes.NONE.with("kernel", kernel));
  }

  private static Attributes average(RandomGenerator random, Shape shape) {
    Attributes pooling = pooling(random, shape);
    return random.nextBoolean() ? pooling : pooling.merge(format(random));
  }

  private static Attributes places(RandomGenerator random, int directions, Attributes attributes) {
    return attributes
        .with("stride", numbers(random.ints(directions, 1, 4).toArray()))
        .with("padding", numbers(random.ints(2L * directions, 0, 3).toArray()));
  }
}
