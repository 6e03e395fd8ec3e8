package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Holds generated hardware to the interpreter. */
public final class BitEquality {
  /** A vector is a whole tensor of input. */
  static final int VECTORS = 10_000;

  static final int NIGHTLY_VECTORS = 1_000_000;

  /** So many vectors are held in memory. */
  private static final int PORTION = 1000;

  private BitEquality() {}

  /** Makes hardware of a graph, in a new folder, and compares what it computes. */
  public static void check(HdlPass pass, TypedGraph graph, Path folder, int vectors, long seed) {
    check(RtlNetwork.of(pass, graph, folder), graph, vectors, seed);
  }

  /** Streams random vectors through the hardware, with gaps; every result is compared. */
  static void check(RtlNetwork network, TypedGraph graph, int vectors, long seed) {
    TensorType type = graph.type(graph.order().getFirst());
    Interpreter interpreter = Interpreter.of(graph);
    Random random = new Random(seed);
    try (RtlStream stream = network.stream(seed)) {
      for (int first = 0; first < vectors; first += PORTION) {
        long[][] inputs = inputs(type, Math.min(PORTION, vectors - first), random);
        long[][] results = stream.run(inputs);
        for (int i = 0; i < inputs.length; i++) {
          long[] expected = interpreter.run(inputs[i]);
          if (!Arrays.equals(results[i], expected)) {
            assertThat(results[i])
                .as("vector %d, %s", first + i, Arrays.toString(inputs[i]))
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static long[][] inputs(TensorType type, int vectors, Random random) {
    long[][] inputs = new long[vectors][];
    for (int i = 0; i < vectors; i++) {
      // The ends of the range are where sums saturate.
      inputs[i] =
          random
              .longs(type.shape().size(), 2 * type.format().min(), 2 * type.format().max() + 2)
              .map(type.format()::saturate)
              .toArray();
    }
    return inputs;
  }
}
