package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;

/** Functions of single elements that become tables. */
final class FunctionImport {
  /** As many bits as the input of a table can have. */
  static final int TABLE_BITS = 12;

  private static final double SELU_ALPHA = 1.6732631921768188;
  private static final double SELU_GAMMA = 1.0507010221481323;

  private FunctionImport() {}

  /** A function without attributes. */
  static OperatorImport of(String type) {
    return (node, network) -> table(node, network, type);
  }

  /** A function whose results lie between -1 and 1. */
  static OperatorImport bounded(String type) {
    return (node, network) -> network.bounded(table(node, network, type));
  }

  static void swish(OnnxNode node, ImportedNodes network) {
    only(node, "alpha", 1);
    table(node, network, "silu");
  }

  static void celu(OnnxNode node, ImportedNodes network) {
    only(node, "alpha", 1);
    table(node, network, "elu");
  }

  static void selu(OnnxNode node, ImportedNodes network) {
    only(node, "alpha", SELU_ALPHA);
    only(node, "gamma", SELU_GAMMA);
    table(node, network, "selu");
  }

  static void gelu(OnnxNode node, ImportedNodes network) {
    String approximate = node.text("approximate", "none");
    if (!approximate.equals("none") && !approximate.equals("tanh")) {
      throw node.unsupported("approximate is " + approximate + "; none and tanh are supported");
    }
    table(node, network, approximate.equals("tanh") ? "gelu_tanh" : "gelu");
  }

  private static void only(OnnxNode node, String name, double supported) {
    double given = node.real(name, supported);
    if (given != supported) {
      throw node.unsupported(name + " is " + given + "; " + supported + " is supported");
    }
  }

  /** Adds a table, whose input has not more bits than a table takes. */
  static String table(OnnxNode node, ImportedNodes network, String type) {
    return table(node, network, type, network.anyStream(node, 0));
  }

  static String table(OnnxNode node, ImportedNodes network, String type, Value.Stream input) {
    String before = input.node();
    if (network.widths().activations() > TABLE_BITS) {
      Attributes narrow = Attributes.NONE.with("width", TABLE_BITS);
      before = network.add(node, "requantize", narrow, before);
      network
          .warnings()
          .add(
              node.label()
                  + ": it is a table, and its input is rounded to "
                  + TABLE_BITS
                  + " bits");
    }
    String name = network.add(node, type, network.openFormat(), before);
    network.gives(node, input.from(name));
    return name;
  }
}
