package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Counts streams of models that have channels last as those of models that have them first. */
final class ChannelsLast {
  private ChannelsLast() {}

  /** {@return the same tensor with its last axis first} */
  static Value.Stream asFirst(OnnxNode node, Value.Stream stream) {
    List<Integer> extents = stream.extents();
    if (extents.isEmpty()) {
      throw node.unsupported("its input has no channels");
    }
    List<Integer> axes = new ArrayList<>(IntStream.range(0, extents.size()).boxed().toList());
    axes.addFirst(axes.removeLast());
    return turned(stream, axes);
  }

  /** {@return the same tensor with its first axis last} */
  static Value.Stream asLast(Value.Stream stream) {
    List<Integer> axes =
        new ArrayList<>(IntStream.range(0, stream.extents().size()).boxed().toList());
    axes.addLast(axes.removeFirst());
    return turned(stream, axes);
  }

  private static Value.Stream turned(Value.Stream stream, List<Integer> axes) {
    return new Value.Stream(
        stream.node(),
        stream.shape(),
        axes.stream().map(stream.extents()::get).toList(),
        stream.order().transposed(stream.extents(), axes));
  }
}
