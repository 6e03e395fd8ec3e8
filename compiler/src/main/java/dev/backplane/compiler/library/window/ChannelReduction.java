package dev.backplane.compiler.library.window;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One number of all channels of each position: the last axis has an extent of 1 then. */
abstract class ChannelReduction extends LoweredComponent {
  /** {@return the number of channels of a tensor} */
  static int channels(Shape input) {
    return input.extents().getLast();
  }

  static Shape output(Shape input) {
    List<Integer> extents = new ArrayList<>(input.extents());
    extents.set(extents.size() - 1, 1);
    return new Shape(extents);
  }

  /** Reduces some numbers to one. */
  abstract double reduced(double... elements);

  /** {@return what reduces integers to one} */
  abstract Reduction reduction(Node node, TensorType input);

  /** Reduces some integers to one. */
  @FunctionalInterface
  interface Reduction {
    /** {@return the number that they are reduced to} */
    long of(long... elements);
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    TensorType input = inputs.getFirst();
    int channels = channels(input.shape());
    Reduction reduction = reduction(node, input);
    return arguments -> {
      long[] results = new long[output.shape().size()];
      for (int i = 0; i < results.length; i++) {
        results[i] =
            reduction.of(
                Arrays.copyOfRange(arguments.getFirst(), i * channels, (i + 1) * channels));
      }
      return results;
    };
  }

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    double[] elements = input.toArray();
    int channels = channels(input.shape());
    double[] results = new double[elements.length / channels];
    for (int i = 0; i < results.length; i++) {
      results[i] = reduced(Arrays.copyOfRange(elements, i * channels, (i + 1) * channels));
    }
    return RealTensor.of(output(input.shape()), results);
  }
}
