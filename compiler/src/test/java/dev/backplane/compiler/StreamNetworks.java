package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Graphs of the components that multiply streams, or drop, repeat and compare their elements. */
final class StreamNetworks {
  private static final Attributes NONE = Attributes.NONE;

  private StreamNetworks() {}

  /** Every component in one graph at least; not quantised. */
  static SequencedMap<String, Graph> all() {
    SequencedMap<String, Graph> graphs = new LinkedHashMap<>();
    graphs.put("squeeze and excitation", gates());
    graphs.put("gates of positions", gatesOfPositions());
    graphs.put(
        "a square and a finer product",
        Networks.chain(
            Networks.input(5, 2, 3),
            List.of(
                NONE.with("branches", branches(format(5, 2))).merge(format(9, 6)),
                NONE.with("branches", branches(format(4, 0))).merge(format(7, 1))),
            List.of("multiply", "multiply")));
    graphs.put(
        "ranges along axes",
        Networks.chain(
            Networks.input(6, 2, 5, 7, 2),
            List.of(
                NONE.with("axis", 1).with("start", 1).with("step", 3),
                NONE.with("axis", 0).with("start", 2).with("end", 4),
                NONE.with("start", 1)),
            List.of("slice", "slice", "slice")));
    graphs.put(
        "constants around and between",
        Networks.chain(
            Networks.input(6, 2, 2, 3, 2),
            List.of(
                NONE.with("padding", numbers(1, 0, 0, 0, 2, 1))
                    .with("gaps", numbers(0, 2, 0))
                    .with("value", new Attribute.Real(-1.25)),
                NONE.with("padding", numbers(0, 0, 0, 2, 0, 0)).with("gaps", numbers(1, 0, 1)),
                NONE.with("padding", numbers(0, 0, 0, 0, 0, 0))),
            List.of("pad", "pad", "pad")));
    graphs.put(
        "larger by whole factors",
        Networks.chain(
            Networks.input(6, 2, 2, 3, 2),
            List.of(
                NONE.with("factors", numbers(2, 3, 1)),
                NONE.with("shape", numbers(6, 4, 3)),
                NONE.with("factors", numbers(1, 1, 2)),
                NONE.with("factors", numbers(1, 1, 1))),
            List.of("resize", "reshape", "resize", "resize")));
    graphs.put(
        "maxima and sums of channels",
        Networks.chain(
            Networks.input(6, 3, 5, 4),
            List.of(
                slopes(-0.5, 0.25, 1.75, 0).with("slope_width", 7).merge(format(7, 4)),
                NONE.with("branches", branches(format(6, 2))),
                format(8, 2)),
            List.of("prelu", "concat", "global_sum")));
    graphs.put(
        "a finer slope, and averages of channels",
        Networks.chain(
            Networks.input(6, 3, 2, 3, 3),
            List.of(slopes(-2.5, 0.1, 1).merge(format(16, 12)), format(9, 7)),
            List.of("prelu", "channel_average")));
    graphs.put(
        "the largest of each channel",
        Networks.chain(Networks.input(6, 3, 2, 3, 3), List.of(NONE), List.of("global_max_pool")));
    graphs.put("attention", attention());
    graphs.put(
        "from the last to the first",
        Networks.chain(
            Networks.input(6, 3, 3, 4, 2),
            List.of(NONE, NONE.with("axis", 1), NONE.with("axis", 2)),
            List.of("reverse", "reverse", "reverse")));
    graphs.put(
        "rows of deviations",
        Networks.chain(
            Networks.input(6, 3, 4, 5),
            List.of(
                format(8, 5),
                NONE.with("shape", numbers(5, 4)),
                NONE.with("epsilon", new Attribute.Real(0.25)).merge(format(7, 0)),
                NONE.with("shape", numbers(20)),
                format(9, 6)),
            List.of("layer_norm", "reshape", "layer_norm", "reshape", "layer_norm")));
    graphs.put(
        "parts of few numbers",
        Networks.chain(
            Networks.input(5, 2, 2, 3),
            List.of(
                NONE.with("exp_width", 6).merge(format(4, 3)),
                NONE.with("shape", numbers(6, 1)),
                format(12, 1)),
            List.of("softmax", "reshape", "softmax")));
    return graphs;
  }

  /** Scores of each two places of two sequences, and the sums of what they score. */
  private static Graph attention() {
    return Graph.builder()
        .node("in", "input", Networks.input(5, 3, 2, 3, 4))
        .node("keys", "conv2d", Networks.realWeights(1, 4, 1, 1, 4))
        .node("values", "conv2d", Networks.realWeights(2, 5, 1, 1, 4))
        .node("scores", "matmul", NONE.with("transposed", 1).merge(format(6, 2)))
        .node("parts", "softmax", NONE.with("exp_width", 9).merge(format(7, 6)))
        .node("mixed", "matmul", format(9, 7))
        .node("wider", "matmul", NONE.with("transposed", 1).merge(format(12, 14)))
        .node("out", "output", NONE)
        .edge("in", "keys")
        .edge("in", "values")
        .edge("in", "scores", 0)
        .edge("keys", "scores", 1)
        .edge("scores", "parts")
        .edge("parts", "mixed", 0)
        .edge("values", "mixed", 1)
        .edge("mixed", "wider", 0)
        .edge("values", "wider", 1)
        .edge("wider", "out")
        .build();
  }

  /** A gate for each channel, from the averages of all positions. */
  private static Graph gates() {
    return Graph.builder()
        .node("in", "input", Networks.input(6, 3, 3, 4, 3))
        .node("squeeze", "global_average_pool", NONE)
        .node("excite", "linear", Networks.realWeights(4, 3, 3))
        .node("gate", "hard_sigmoid", format(6, 5))
        .node("scaled", "multiply", format(7, 3))
        .node("out", "output", NONE)
        .edge("in", "squeeze")
        .edge("squeeze", "excite")
        .edge("excite", "gate")
        .edge("in", "scaled", 0)
        .edge("gate", "scaled", 1)
        .edge("scaled", "out")
        .build();
  }

  /** A gate for each position, from the largest channel and the sum of all. */
  private static Graph gatesOfPositions() {
    return Graph.builder()
        .node("in", "input", Networks.input(5, 3, 2, 3, 3))
        .node("largest", "channel_max", NONE)
        .node("sum", "channel_sum", format(6, 4))
        .node("both", "multiply", format(6, 3))
        .node("scaled", "multiply", format(8, 2))
        .node("out", "output", NONE)
        .edge("in", "largest")
        .edge("in", "sum")
        .edge("largest", "both", 0)
        .edge("sum", "both", 1)
        .edge("both", "scaled", 0)
        .edge("in", "scaled", 1)
        .edge("scaled", "out")
        .build();
  }

  private static Attribute branches(Attributes... formats) {
    return new Attribute.Sequence(List.<Attribute>of(formats));
  }

  private static Attributes slopes(double... slopes) {
    return NONE.with("slopes", RealTensor.of(Shape.of(slopes.length), slopes));
  }

  private static Attributes format(int width, int fraction) {
    return NONE.with("width", width).with("fraction", fraction);
  }
}
