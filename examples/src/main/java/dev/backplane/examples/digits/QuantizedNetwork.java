package dev.backplane.examples.digits;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.List;

/**
 * A network in integers of a width, and the reference for its hardware: the interpreter.
 *
 * @param bits how many bits its numbers have
 * @param graph the network
 */
record QuantizedNetwork(int bits, TypedGraph graph) {
  /** {@return the pixels of digits as the network takes them, one digit behind the other} */
  int[] pixels(List<Digit> digits) {
    FixedPoint format = graph.type(graph.order().getFirst()).format();
    int[] pixels = new int[digits.size() * Digit.PIXELS];
    int next = 0;
    for (Digit digit : digits) {
      for (int i = 0; i < Digit.PIXELS; i++) {
        pixels[next++] = (int) format.quantize(digit.pixel(i));
      }
    }
    return pixels;
  }

  /** {@return what the interpreter gives for digits} */
  Scores interpret(List<Digit> digits) {
    Interpreter interpreter = Interpreter.of(graph);
    int[] pixels = pixels(digits);
    long[][] scores = new long[digits.size()][];
    long[] input = new long[Digit.PIXELS];
    for (int i = 0; i < scores.length; i++) {
      for (int each = 0; each < input.length; each++) {
        input[each] = pixels[i * Digit.PIXELS + each];
      }
      scores[i] = interpreter.run(input);
    }
    return new Scores(scores);
  }

  /** {@return the same network, with layers that make so many sums at a time, or all they have} */
  QuantizedNetwork withLanes(int lanes, Compiler compiler) {
    Graph.Builder changed = Graph.builder().attributes(graph.graph().attributes());
    for (Node node : graph.graph().nodes()) {
      changed.node(
          hasLanes(node)
              ? node.withAttributes(node.attributes().with("lanes", Math.min(lanes, sums(node))))
              : node);
    }
    graph.graph().edges().forEach(changed::edge);
    return new QuantizedNetwork(bits, compiler.infer(changed.build()));
  }

  /**
   * {@return how many sums the layer that makes most of them makes at a time, if nothing is said}
   */
  int mostLanes() {
    return graph.order().stream()
        .filter(QuantizedNetwork::hasLanes)
        .mapToInt(this::sums)
        .max()
        .orElse(0);
  }

  private static boolean hasLanes(Node node) {
    return node.attributes().has("weights");
  }

  /** Outputs of a dense layer, filters of a convolution. */
  private int sums(Node node) {
    return graph.type(node).shape().extents().getLast();
  }
}
