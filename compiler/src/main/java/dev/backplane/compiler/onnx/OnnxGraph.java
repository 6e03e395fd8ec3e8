package dev.backplane.compiler.onnx;

import java.util.List;

/**
 * The network of a model. Immutable.
 *
 * @param name its name, or the empty string
 * @param nodes the operators, each behind those that its inputs come from
 * @param constants the tensors that are known, weights for example
 * @param inputs what comes in, possibly with constants among it
 * @param outputs what goes out
 */
public record OnnxGraph(
    String name,
    List<OnnxNode> nodes,
    List<OnnxTensor> constants,
    List<OnnxValue> inputs,
    List<OnnxValue> outputs) {
  /** Copies the lists. */
  public OnnxGraph {
    nodes = List.copyOf(nodes);
    constants = List.copyOf(constants);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }
}
