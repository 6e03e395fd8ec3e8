package dev.backplane.compiler.resource;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Wrapper;
import java.util.stream.Stream;

/** Estimates the hardware around a network. */
final class WrapperResources {
  /** The control registers, and addresses and counts of the stream between memory and network. */
  private static final int KERNEL_ADDERS = 9;

  private static final int KERNEL_REGISTER_BITS = 459;

  /** The offset in the data, and indexes and lanes of both directions. */
  private static final int SKELETON_ADDERS = 6;

  private static final int SKELETON_REGISTER_BITS = 130;

  private WrapperResources() {}

  static Resources of(Wrapper wrapper, TypedGraph graph) {
    TensorType input = graph.type(graph.order().getFirst());
    TensorType output = graph.type(graph.order().getLast());
    return switch (wrapper) {
      case KERNEL ->
          new Resources(multipliers(input, output), KERNEL_ADDERS, KERNEL_REGISTER_BITS, 0);
      case SKELETON ->
          new Resources(
              0, SKELETON_ADDERS, SKELETON_REGISTER_BITS, memoryBits(input) + memoryBits(output));
      case STREAM -> Resources.NONE;
    };
  }

  /** The number of samples times the sizes of tensors; a power of two is a shift. */
  private static long multipliers(TensorType... types) {
    return Stream.of(types)
        .mapToInt(type -> type.shape().size())
        .filter(size -> Integer.bitCount(size) != 1)
        .distinct()
        .count();
  }

  private static long memoryBits(TensorType type) {
    int bytes = Math.ceilDiv(type.format().width(), Byte.SIZE);
    return (long) type.shape().size() * bytes * Byte.SIZE;
  }
}
