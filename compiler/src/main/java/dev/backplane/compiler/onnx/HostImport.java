package dev.backplane.compiler.onnx;

import java.util.Set;

/** What stays on the host. */
final class HostImport {
  private HostImport() {}

  static void softmax(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of("axis"));
    last(node, network, HostStep.SOFTMAX);
  }

  static void logSoftmax(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of("axis"));
    last(node, network, HostStep.LOG_SOFTMAX);
  }

  static void argMax(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of("axis", "keepdims", "select_last_index"));
    if (node.whole("select_last_index", 0) != 0) {
      throw node.unsupported(
          "of several largest numbers it takes the last; the first is supported");
    }
    if (node.whole("axis", 0) == 0) {
      throw node.unsupported("axis 0 is the batch, and one sample is computed at a time");
    }
    last(node, network, HostStep.ARG_MAX);
  }

  private static void last(OnnxNode node, ImportedNodes network, HostStep step) {
    Value.Stream input =
        network.input(node, 0) instanceof Value.OnHost(Value.Stream stream, var _)
            ? stream
            : network.stream(node, 0);
    long elements = input.extents().stream().filter(extent -> extent > 1).count();
    if (elements > 1) {
      throw node.unsupported(
          "its input has extents "
              + input.extents()
              + " beside the batch; one is supported, of all classes");
    }
    network.hostSteps().add(step);
    network.gives(node, new Value.OnHost(input, node.operator()));
  }
}
