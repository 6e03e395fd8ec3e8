package dev.backplane.compiler.calibration;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Networks of the kinds that run on small hardware, with weights of a seed. */
final class TypicalNetworks {
  private final Random random;
  private final Graph.Builder graph = Graph.builder();
  private final int width;
  private final int weightWidth;
  private String last = "in";
  private int count;
  private int channels;

  private TypicalNetworks(long seed, int width, int weightWidth, int... shape) {
    this.random = new Random(seed);
    this.width = width;
    this.weightWidth = weightWidth;
    graph.node("in", "input", Attributes.NONE.with("shape", numbers(shape)).with("width", width));
    channels = shape[shape.length - 1];
  }

  private static Attribute numbers(int... numbers) {
    List<Attribute> elements = new ArrayList<>();
    for (int number : numbers) {
      elements.add(new Attribute.Whole(number));
    }
    return new Attribute.Sequence(elements);
  }

  /** {@return the networks by name, of these widths} */
  static Map<String, Graph> all(int width, int weightWidth) {
    return Map.of(
        "lenet",
        new TypicalNetworks(1, width, weightWidth, 12, 12, 1)
            .conv(6, 3, 1)
            .relu()
            .pool()
            .conv(12, 3, 1)
            .relu()
            .pool()
            .flatten(108)
            .linear(32)
            .relu()
            .linear(10)
            .done(),
        "resnet8",
        new TypicalNetworks(2, width, weightWidth, 8, 8, 3)
            .conv(8, 3, 1)
            .relu()
            .residual(8)
            .residual(8)
            .conv(16, 3, 2)
            .relu()
            .residual(16)
            .average()
            .linear(10)
            .done(),
        "dscnn",
        new TypicalNetworks(3, width, weightWidth, 12, 8, 1)
            .conv(16, 3, 2)
            .relu()
            .depthwise()
            .relu()
            .conv(16, 1, 1)
            .relu()
            .depthwise()
            .relu()
            .conv(16, 1, 1)
            .relu()
            .average()
            .linear(12)
            .done(),
        "autoencoder",
        new TypicalNetworks(4, width, weightWidth, 64)
            .linear(32)
            .relu()
            .linear(32)
            .relu()
            .linear(8)
            .relu()
            .linear(32)
            .relu()
            .linear(64)
            .done(),
        "jets",
        new TypicalNetworks(5, width, weightWidth, 16)
            .linear(64)
            .relu()
            .linear(32)
            .relu()
            .linear(32)
            .relu()
            .linear(5)
            .done(),
        "keywords",
        new TypicalNetworks(6, width, weightWidth, 98)
            .linear(64)
            .relu()
            .linear(64)
            .relu()
            .linear(12)
            .done(),
        "mobilenet",
        new TypicalNetworks(7, width, weightWidth, 8, 8, 3)
            .conv(8, 3, 1)
            .relu6()
            .inverted(24)
            .inverted(24)
            .conv(24, 1, 1)
            .relu6()
            .average()
            .linear(10)
            .done());
  }

  private TypicalNetworks node(String type, Attributes attributes) {
    String name = type + count;
    count++;
    graph.node(name, type, attributes).edge(last, name);
    last = name;
    return this;
  }

  /** Weights as after training: outputs are of unlike size, and a few weights are far larger. */
  private Attributes weights(int fanIn, int... extents) {
    Shape shape = Shape.of(extents);
    double[] weights = new double[shape.size()];
    double[] bias = new double[extents[0]];
    for (int o = 0; o < bias.length; o++) {
      double size = Math.sqrt(2.0 / fanIn) * Math.exp(0.4 * random.nextGaussian());
      bias[o] = 0.1 * random.nextGaussian();
      for (int i = o * weights.length / bias.length;
          i < (o + 1) * weights.length / bias.length;
          i++) {
        weights[i] = size * random.nextGaussian() * (random.nextInt(40) == 0 ? 2 : 1);
      }
    }
    return Attributes.NONE
        .with("weights", RealTensor.of(shape, weights))
        .with("bias", RealTensor.of(Shape.of(bias.length), bias))
        .with("weight_width", weightWidth)
        .with("width", width);
  }

  private TypicalNetworks linear(int outputs) {
    Attributes weights = weights(channels, outputs, channels);
    channels = outputs;
    return node("linear", weights);
  }

  private TypicalNetworks conv(int outputs, int size, int stride) {
    Attributes weights = weights(channels * size * size, outputs, size, size, channels);
    channels = outputs;
    int pad = size / 2;
    return node(
        "conv2d",
        weights
            .with("stride", numbers(stride, stride))
            .with("padding", numbers(pad, pad, pad, pad)));
  }

  private TypicalNetworks depthwise() {
    return node(
        "conv2d",
        weights(9, channels, 3, 3, 1)
            .with("groups", channels)
            .with("padding", numbers(1, 1, 1, 1)));
  }

  private TypicalNetworks relu() {
    return node("relu", Attributes.NONE);
  }

  private TypicalNetworks relu6() {
    return node(
        "clip",
        Attributes.NONE.with("low", new Attribute.Real(0)).with("high", new Attribute.Real(6)));
  }

  private TypicalNetworks pool() {
    return node(
        "max_pool2d", Attributes.NONE.with("kernel", numbers(2, 2)).with("stride", numbers(2, 2)));
  }

  private TypicalNetworks average() {
    return node("global_average_pool", Attributes.NONE.with("width", width));
  }

  private TypicalNetworks flatten(int size) {
    channels = size;
    return node("flatten", Attributes.NONE);
  }

  private TypicalNetworks add(String before) {
    node("add", Attributes.NONE.with("width", width));
    graph.edge(before, last);
    return this;
  }

  private TypicalNetworks residual(int outputs) {
    String before = last;
    return conv(outputs, 3, 1).relu().conv(outputs, 3, 1).add(before).relu();
  }

  private TypicalNetworks inverted(int inner) {
    String before = last;
    int outer = channels;
    return conv(inner, 1, 1).relu6().depthwise().relu6().conv(outer, 1, 1).add(before);
  }

  private Graph done() {
    return graph.node("out", "output", Attributes.NONE).edge(last, "out").build();
  }

  /** {@return samples that are smooth from one element to the next} */
  static List<Map<String, RealTensor>> samples(Graph graph, int count, long seed) {
    Shape shape = Shape.of(graph.node("in").attributes());
    Random random = new Random(seed);
    List<Map<String, RealTensor>> samples = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      double[] numbers = new double[shape.size()];
      double before = 0;
      for (int i = 0; i < numbers.length; i++) {
        before = 0.7 * before + 0.7 * random.nextGaussian();
        numbers[i] = before;
      }
      samples.add(Map.of("in", RealTensor.of(shape, numbers)));
    }
    return samples;
  }
}
