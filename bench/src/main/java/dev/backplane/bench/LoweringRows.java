package dev.backplane.bench;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.rewrite.Pattern;
import dev.backplane.compiler.rewrite.RewriteRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * The compiler: building, rewriting and lowering of chains, and one wide layer. Beside each figure
 * stands what was asked for. All are warm.
 */
final class LoweringRows {
  private static final int[] LENGTHS = {10, 1000, 4000, 100_000};
  private static final double NODES_PER_SECOND = 150_000;
  private static final double LAYER_SECONDS = 0.5;
  private static final int WIDE = 256;

  private final int turns;

  LoweringRows(Effort effort) {
    turns = effort.of(1, 5, 15);
  }

  List<Row> measure() {
    List<Row> rows = new ArrayList<>();
    Compiler compiler = Compiler.load();
    for (int length : LENGTHS) {
      rows.add(building(length));
    }
    for (int length : LENGTHS) {
      rows.add(lowering(compiler, length));
    }
    rows.add(rewriting(1000, 0.1));
    rows.add(rewriting(10_000, 1));
    rows.add(layer(compiler, "Verilog", compiler.verilog()));
    rows.add(layer(compiler, "VHDL", compiler.vhdl()));
    return rows;
  }

  /** The median of several turns after as many that do not count. */
  private double seconds(Supplier<?> work) {
    List<Double> times = new ArrayList<>();
    for (int turn = 0; turn < 2 * turns; turn++) {
      long start = System.nanoTime();
      if (work.get() == null) {
        throw new IllegalStateException("no result");
      }
      times.add((System.nanoTime() - start) / 1e9);
    }
    return Turns.median(times.subList(turns, times.size()));
  }

  /** As often as makes enough nodes for a clock to see. */
  private double secondsPerNode(int length, Supplier<?> work) {
    int times = Math.max(1, 10_000 / length);
    return seconds(
            () -> {
              Object last = work.get();
              for (int i = 1; i < times; i++) {
                last = work.get();
              }
              return last;
            })
        / ((double) times * length);
  }

  private Row building(int length) {
    double nanos = 1e9 * secondsPerNode(length, () -> chain(length, "relu"));
    return Row.alone("build a chain of " + length + ", node by node", "ns/node", nanos);
  }

  private Row lowering(Compiler compiler, int length) {
    TypedGraph graph = compiler.infer(chain(length, "relu"));
    double speed = 1 / secondsPerNode(length, () -> compiler.vhdl().lower("net", graph)) / 1000;
    return Row.atLeast(
        "lower a chain of " + length + " to VHDL", "k nodes/s", speed, NODES_PER_SECOND / 1000);
  }

  private Row rewriting(int length, double asked) {
    Graph graph = chain(length, "a", "b");
    RewriteRule rule = new RewriteRule("fuse", pair(), _ -> fused());
    double seconds = seconds(() -> rule.applyRepeatedly(graph, 2));
    return Row.atMost("rewrite a chain of " + length, "s", seconds, asked);
  }

  private Row layer(Compiler compiler, String language, HdlPass pass) {
    Random random = new Random(1);
    Graph graph =
        Graph.builder()
            .node("in", Node.INPUT, input(WIDE))
            .node(
                "layer",
                "linear",
                Attributes.NONE
                    .with(
                        "weights",
                        IntegerTensor.of(
                            Shape.of(WIDE, WIDE), random.longs(WIDE * WIDE, -128, 128).toArray()))
                    .with("weight_width", 8)
                    .with("weight_fraction", 7)
                    .with("width", 8)
                    .with("fraction", 4))
            .node("out", Node.OUTPUT, Attributes.NONE)
            .edge("in", "layer")
            .edge("layer", "out")
            .build();
    double seconds = seconds(() -> pass.lower("net", compiler.infer(graph)));
    return Row.atMost("linear layer 256x256 to " + language, "s", seconds, LAYER_SECONDS);
  }

  private static Attributes input(int extent) {
    return Attributes.NONE
        .with("shape", new Attribute.Sequence(List.of(new Attribute.Whole(extent))))
        .with("width", 8)
        .with("fraction", 4);
  }

  /** An input, nodes of these types in turns, an output. */
  private static Graph chain(int length, String... types) {
    Graph.Builder graph = Graph.builder().node("in", Node.INPUT, input(4));
    String before = "in";
    for (int i = 0; i < length; i++) {
      String name = "n" + i;
      graph.node(name, types[i % types.length], Attributes.NONE).edge(before, name);
      before = name;
    }
    return graph.node("out", Node.OUTPUT, Attributes.NONE).edge(before, "out").build();
  }

  private static Pattern pair() {
    return Pattern.builder()
        .interfaceNode("before")
        .node("first", "a")
        .node("second", "b")
        .interfaceNode("after")
        .edge("before", "first")
        .edge("first", "second")
        .edge("second", "after")
        .build();
  }

  private static Graph fused() {
    return Graph.builder()
        .node("before", "any", Attributes.NONE)
        .node("ab", "ab", Attributes.NONE)
        .node("after", "any", Attributes.NONE)
        .edge("before", "ab")
        .edge("ab", "after")
        .build();
  }
}
