package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;

import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Networks of formats with scales and zeros. */
final class ScaledNetworks {
  private ScaledNetworks() {}

  /** {@return networks in which every component that allows scales has some, by name} */
  static Map<String, Graph> all() {
    Map<String, Graph> all = new LinkedHashMap<>();
    all.put("scaled perceptron", perceptron());
    all.put("scaled convolutions", convolutions());
    all.put("scaled sequence", sequence());
    all.put("scaled residual", residual());
    all.put("scaled folded layers", folded());
    all.put("scaled gates", gates());
    all.put("scaled ranges", ranges());
    return all;
  }

  /** The attributes of a format. */
  static Attributes format(int width, double step, long zero) {
    return FormatAttributes.write(Attributes.NONE, FixedPoint.ofStep(width, step, zero));
  }

  private static Attributes input(int width, double step, long zero, int... extents) {
    return format(width, step, zero).with("shape", numbers(extents));
  }

  /** Real weights of this shape with a scale for each output, or one for all. */
  private static Attributes layer(long seed, Attributes format, int scales, int... extents) {
    Random random = new Random(seed);
    double[] factors = random.doubles(scales, 0.3, 1.9).toArray();
    return Networks.realWeights(seed, extents)
        .merge(format)
        .with("weight_fraction", 3)
        .with("weight_scales", RealTensor.of(Shape.of(scales), factors));
  }

  private static Graph perceptron() {
    return Networks.chain(
        input(8, 0.021, -128, 6),
        List.of(
            layer(1, format(8, 0.04, -17), 7, 7, 6).with("lanes", 3),
            Attributes.NONE,
            layer(2, format(5, 0.3, 3), 1, 4, 7),
            format(6, 0.19, -4),
            layer(3, format(6, 0.21, 0), 4, 4),
            Attributes.NONE
                .with("low", new Attribute.Real(-1.5))
                .with("high", new Attribute.Real(2)),
            format(8, 0.011, 100),
            Attributes.NONE.with("width", 7).with("fraction", 4)),
        List.of(
            "linear",
            "relu",
            "linear",
            "relu",
            "batch_normalization",
            "clip",
            "tanh",
            "requantize"));
  }

  /** Layers that give several channels in a clock, each with its own multiplier. */
  private static Graph folded() {
    return Networks.chain(
        input(7, 0.03, 40, 4, 3, 4),
        List.of(
            layer(7, format(8, 0.05, -100), 6, 6, 2, 2, 4)
                .with("padding", numbers(1, 0, 0, 1))
                .with("simd", 16)
                .with("lanes", 6),
            format(7, 0.06, -11),
            Attributes.NONE,
            layer(8, format(8, 0.07, 5), 4, 4, 72).with("simd", 36).with("lanes", 2),
            layer(9, format(6, 0.21, 1), 1, 3, 4).with("simd", 4).with("lanes", 3)),
        List.of("conv2d", "relu", "flatten", "linear", "linear"));
  }

  private static Graph convolutions() {
    return Networks.chain(
        input(7, 0.03, 40, 7, 6, 2),
        List.of(
            layer(4, format(8, 0.05, -100), 3, 3, 3, 3, 2).with("padding", numbers(1, 1, 1, 2)),
            Attributes.NONE.with("kernel", numbers(2, 2)).with("padding", numbers(1, 0, 0, 1)),
            Attributes.NONE
                .with("kernel", numbers(3, 2))
                .with("padding", numbers(1, 0, 1, 1))
                .merge(format(6, 0.17, 9)),
            layer(5, format(6, 0.09, 31), 1, 3, 2, 2, 1)
                .with("groups", 3)
                .with("stride", numbers(2, 1))
                .with("lanes", 1),
            format(9, 0.013, -11)),
        List.of("conv2d", "max_pool2d", "average_pool2d", "conv2d", "global_average_pool"));
  }

  private static Graph sequence() {
    return Networks.chain(
        input(6, 0.06, -20, 14, 2),
        List.of(
            layer(6, format(7, 0.07, 12), 3, 3, 4, 2)
                .with("padding", numbers(2, 1))
                .with("dilation", numbers(2)),
            format(7, 0.031, -64),
            Attributes.NONE.with("kernel", numbers(3)).with("stride", numbers(2)),
            Attributes.NONE.with("order", numbers(1, 0)),
            Attributes.NONE.with("points", 2),
            Attributes.NONE,
            Attributes.NONE.with("size", 3).with("stride", 2),
            Attributes.NONE),
        List.of(
            "conv1d",
            "hard_tanh",
            "average_pool1d",
            "permute",
            "shift_register",
            "flatten",
            "sliding_window",
            "argmax"));
  }

  /** Products of channels with a gate, and of numbers with themselves without their zero. */
  private static Graph gates() {
    return Graph.builder()
        .node("in", "input", input(7, 0.04, -20, 3, 2, 3))
        .node("squeeze", "global_average_pool", format(8, 0.02, 30))
        .node("gate", "linear", layer(10, format(8, 0.013, -128), 3, 3, 3))
        .node("gated", "multiply", format(8, 0.05, -7))
        .node("plain", "requantize", Attributes.NONE.with("width", 6).with("fraction", 2))
        .node("mixed", "multiply", format(7, 0.11, 0))
        .node("out", "output", Attributes.NONE)
        .edge("in", "squeeze")
        .edge("squeeze", "gate")
        .edge("in", "gated", 0)
        .edge("gate", "gated", 1)
        .edge("gated", "plain")
        .edge("plain", "mixed", 0)
        .edge("gated", "mixed", 1)
        .edge("mixed", "out")
        .build();
  }

  private static Graph ranges() {
    Attributes none = Attributes.NONE;
    return Networks.chain(
        input(6, 0.06, -20, 2, 3, 2),
        List.of(
            none.with("padding", numbers(1, 0, 0, 0, 1, 0)).with("value", new Attribute.Real(0.5)),
            none.with("axis", 1).with("start", 1),
            none.with("factors", numbers(1, 2, 1)),
            none,
            format(7, 0.05, 11),
            none,
            none.with("shape", numbers(1, 1))),
        List.of(
            "pad", "slice", "resize", "reverse", "channel_average", "global_max_pool", "reshape"));
  }

  /** Sums and concatenations of branches with other scales and zeros. */
  private static Graph residual() {
    Attributes sum = format(8, 0.05, -30);
    Attributes padded = Attributes.NONE.with("padding", numbers(1, 1, 1, 1));
    return Graph.builder()
        .node("in", "input", input(6, 0.07, -32, 4, 3, 2))
        .node("a", "conv2d", layer(8, format(8, 0.11, 5), 2, 2, 3, 3, 2).merge(padded))
        .node("total", "add", sum)
        .node("b", "conv2d", layer(9, format(7, 0.08, 0), 2, 2, 1, 1, 2))
        .node("c", "requantize", sum)
        .node("joined", "concat", Attributes.NONE)
        .node("twice", "add", format(8, 0.1, 2))
        .node("d", "requantize", sum)
        .node("out", "output", Attributes.NONE)
        .edge("in", "a")
        .edge("a", "total")
        .edge("in", "total")
        .edge("total", "b")
        .edge("b", "c")
        .edge("b", "twice")
        .edge("total", "twice")
        .edge("twice", "d")
        .edge("c", "joined", 0)
        .edge("d", "joined", 1)
        .edge("joined", "out")
        .build();
  }
}
