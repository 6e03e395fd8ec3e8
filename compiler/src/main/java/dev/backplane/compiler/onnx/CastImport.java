package dev.backplane.compiler.onnx;

/** Numbers as numbers of another type. */
final class CastImport {
  private CastImport() {}

  /** {@return the type that numbers become} */
  static ElementType type(OnnxNode node) {
    long code = node.whole("to", 0);
    return ElementType.of(code)
        .orElseThrow(
            () ->
                node.unsupported(
                    "it makes numbers of type number "
                        + code
                        + "; known are whole numbers of 8 to 64 bits, and floats of 16 to 64"));
  }

  /** Real numbers stay real numbers. */
  static void cast(OnnxNode node, ImportedNodes network) {
    ElementType type = type(node);
    if (network.input(node, 0) instanceof Value.OnHost host) {
      if (type.isWhole() && host.steps().getLast() != HostStep.ARG_MAX) {
        throw node.unsupported("it makes whole numbers of real ones");
      }
      network.gives(node, host);
      return;
    }
    Value.Stream stream = network.anyStream(node, 0);
    if (type.isWhole()) {
      throw node.unsupported("it makes whole numbers of real ones");
    }
    if (type == ElementType.FLOAT16) {
      network
          .warnings()
          .add(node.label() + ": it rounds to floats of 16 bits, and the graph does not");
    }
    network.gives(node, stream);
  }
}
