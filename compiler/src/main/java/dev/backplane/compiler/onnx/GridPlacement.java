package dev.backplane.compiler.onnx;

import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The places where a graph rounds what a model puts on a grid. */
final class GridPlacement {
  /** Nodes that give one of their inputs or 0, so that rounding comes before or after them. */
  private static final Set<String> KEEPS_ROUNDING =
      Set.of("relu", "max_pool1d", "max_pool2d", "flatten", "reshape", "permute");

  private static final String CLIP = "clip";

  private GridPlacement() {}

  /**
   * Puts a stream on the grid of a quantiser: where it is computed, if nobody else reads it there,
   * and otherwise in a node of its own. What gives one of its inputs, or a limit, does not change
   * what is rounded: it follows then, with its limits on the grid.
   */
  static Value.Stream quantize(
      OnnxNode origin, ImportedNodes network, Value.Stream stream, Quantizer quantizer) {
    FixedPoint format = quantizer.format();
    String source = stream.node();
    List<String> clips = new ArrayList<>();
    boolean isPositive = false;
    while (network.isReadOnce(source) && keepsRounding(network.node(source))) {
      isPositive |= network.node(source).type().equals("relu");
      if (network.node(source).type().equals(CLIP)) {
        clips.add(source);
      }
      source = network.before(source);
    }
    boolean isOpenSource = network.isReadOnce(source) && ImportedNodes.isOpen(network.node(source));
    if (!isOpenSource && !clips.isEmpty()) {
      source = clips.getLast();
      isOpenSource = true;
    }
    if (isOpenSource) {
      clips.forEach(clip -> network.change(clip, onGrid(network.node(clip).attributes(), format)));
      network.change(source, FormatAttributes.write(network.node(source).attributes(), format));
    }
    if (has(network.node(source).attributes(), format) && quantizer.isWhole(isPositive)) {
      return stream;
    }
    Attributes limits =
        FormatAttributes.write(Attributes.NONE, format)
            .with("low", quantizer.low())
            .with("high", quantizer.high());
    return stream.from(network.add(origin, CLIP, limits, stream.node()));
  }

  /** Limits as the numbers of a format that they are rounded to. */
  private static Attributes onGrid(Attributes limits, FixedPoint format) {
    Attributes rounded = limits;
    for (String name : List.of("low", "high")) {
      if (limits.values().get(name) instanceof Attribute.Real(double limit)) {
        rounded = rounded.with(name, new Attribute.Real(format.real(format.quantize(limit))));
      }
    }
    return rounded;
  }

  /** {@return whether a node gives one of its inputs, 0 or a limit, in the format of its input} */
  static boolean keepsRounding(Node node) {
    return KEEPS_ROUNDING.contains(node.type())
        || (node.type().equals(CLIP) && !node.attributes().has("width"));
  }

  private static boolean has(Attributes attributes, FixedPoint format) {
    return attributes.has("fraction") && FormatAttributes.read(attributes).equals(format);
  }
}
