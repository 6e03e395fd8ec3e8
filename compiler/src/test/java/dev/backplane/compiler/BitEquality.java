package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import java.nio.file.Path;
import java.util.Random;

/** Holds generated hardware to the interpreter. */
public final class BitEquality {
  private BitEquality() {}

  /**
   * Streams tensors of random numbers through the hardware, with gaps; every result is compared.
   */
  public static void check(HdlPass pass, TypedGraph graph, Path folder, int vectors, long seed) {
    long[][] inputs = inputs(graph.type(graph.order().getFirst()), vectors, seed);
    long[][] results = RtlNetwork.of(pass, graph, folder).run(inputs, seed);

    Interpreter interpreter = Interpreter.of(graph);
    for (int i = 0; i < vectors; i++) {
      assertThat(results[i]).as("vector %d", i).isEqualTo(interpreter.run(inputs[i]));
    }
  }

  private static long[][] inputs(TensorType type, int vectors, long seed) {
    Random random = new Random(seed);
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

  /** How many tensors make about so many elements of input, 3 at least. */
  static int vectors(TypedGraph graph, int elements) {
    return Math.max(3, elements / graph.type(graph.order().getFirst()).shape().size());
  }
}
