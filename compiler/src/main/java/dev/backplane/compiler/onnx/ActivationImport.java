package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import java.util.Set;

/** Functions of single elements. */
final class ActivationImport {
  private ActivationImport() {}

  static void relu(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of());
    Value.Stream input = network.stream(node, 0);
    String name = network.add(node, "relu", Attributes.NONE, input.node());
    network.gives(node, new Value.Stream(name, input.extents(), input.order()));
  }
}
