package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import java.util.List;

/**
 * The directions in which a recurrent layer reads a sequence. Backward, the sequence is reversed
 * before the layer, and what it gives is reversed again.
 *
 * @param areBackward for each direction, whether it is backward
 */
record Directions(List<Boolean> areBackward) {
  private static final List<String> ACTIVATIONS = List.of("Sigmoid", "Tanh", "Tanh");

  Directions {
    areBackward = List.copyOf(areBackward);
  }

  static Directions of(OnnxNode node) {
    String direction = node.text("direction", "forward");
    return new Directions(
        switch (direction) {
          case "forward" -> List.of(false);
          case "reverse" -> List.of(true);
          case "bidirectional" -> List.of(false, true);
          default ->
              throw node.unsupported(
                  "direction is "
                      + direction
                      + "; forward, reverse and bidirectional are supported");
        });
  }

  int count() {
    return areBackward.size();
  }

  /** The three functions of a direction. */
  List<String> activations(OnnxNode node, int direction) {
    int each = ACTIVATIONS.size();
    List<String> all = node.texts("activations", List.of());
    if (all.isEmpty()) {
      return ACTIVATIONS;
    }
    boolean fits = all.size() == each * count();
    List<String> own = fits ? all.subList(direction * each, (direction + 1) * each) : all;
    if (!fits || !own.get(1).equals(own.getLast())) {
      throw node.unsupported(
          "activations are "
              + all
              + "; three are needed for each direction, of which the last two are one");
    }
    return own;
  }

  /** Adds the layer of a direction, with these attributes. */
  String add(
      OnnxNode node, ImportedNodes network, int direction, Attributes attributes, String input) {
    if (!areBackward.get(direction)) {
      return network.add(node, "lstm", attributes, input);
    }
    String reversed = network.add(node, "reverse", Attributes.NONE, input);
    String layer = network.add(node, "lstm", attributes, reversed);
    // The last step of a layer that reads backward is all that is left of the sequence.
    return attributes.text("returns").equals("last")
        ? layer
        : network.add(node, "reverse", Attributes.NONE, layer);
  }

  /** Puts the outputs of all directions beside each other. */
  String joined(OnnxNode node, ImportedNodes network, List<String> names, boolean isLast) {
    return names.size() == 1
        ? names.getFirst()
        : network.add(
            node,
            "concat",
            network.formatOfOne().with("axis", isLast ? 0 : 1),
            names.toArray(String[]::new));
  }
}
