package dev.backplane.compiler.onnx;

import java.util.List;

/** What is known of a value of a model while it is imported. Extents are without the batch. */
sealed interface Value {
  /** A tensor that is known. */
  record Constant(OnnxTensor tensor) implements Value {}

  /**
   * A tensor that a node of the graph gives.
   *
   * @param node the name of that node
   * @param extents the extents in the model
   * @param order how the elements are ordered in the graph
   */
  record Stream(String node, List<Integer> extents, ElementOrder order) implements Value {
    public Stream {
      extents = List.copyOf(extents);
    }
  }

  /** What the host computes of a stream. */
  record OnHost(Stream stream, String operator) implements Value {}

  /** What comes of an operator that was refused, or of one behind such a one. */
  record Refused() implements Value {}
}
