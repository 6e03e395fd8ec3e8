package dev.backplane.compiler.onnx;

import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.library.LinearLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Completes the formats of quantised models: behind a grid of the model, nothing is rounded but
 * where the model rounds it, as far as 32 bits have the numbers. What cannot be so is told.
 */
final class ExactFormats {
  private static final int WIDEST = 32;
  private static final int MOST_BITS = 48;
  private static final int TABLE_BITS = 12;

  /** As many bits as the significand of the model's own numbers has. */
  private static final int FLOAT_BITS = 24;

  /** The bits of a quotient beside those of its dividend. */
  private static final int QUOTIENT_BITS = 16;

  /** The bits by which an input may be larger than all grids behind it. */
  private static final int ROOM = 8;

  private static final Set<String> TABLES =
      Set.of(
          "sigmoid",
          "tanh",
          "softsign",
          "erf",
          "elu",
          "gelu",
          "softplus",
          "exp",
          "power",
          "silu",
          "hard_swish",
          "mish",
          "gelu_tanh",
          "selu",
          "abs",
          "signum",
          "sqrt",
          "log",
          "reciprocal",
          "floor",
          "ceil",
          "round",
          "sin",
          "cos",
          "softmax");

  private final ImportedNodes network;
  private final ExactLayers layers;

  private ExactFormats(ImportedNodes network) {
    this.network = network;
    this.layers = new ExactLayers(network);
  }

  static void complete(ImportedNodes network) {
    ExactFormats formats = new ExactFormats(network);
    network.nodes().forEach(node -> formats.complete(network.node(node.name())));
    network.completeBounded();
  }

  private void complete(Node node) {
    if (node.type().equals(Node.INPUT)) {
      completeInput(node);
      return;
    }
    List<FixedPoint> inputs = new ArrayList<>();
    for (String before : network.allBefore(node.name())) {
      Optional<FixedPoint> format = grid(before);
      if (format.isEmpty()) {
        return;
      }
      inputs.add(format.get());
    }
    if (inputs.isEmpty()) {
      return;
    }
    FixedPoint input = inputs.getFirst();
    if (TABLES.contains(node.type())) {
      completeTable(node, input);
      return;
    }
    // Sums are rescaled where the model rounds them; elsewhere calibration chooses.
    if (isScaled(node, inputs)) {
      return;
    }
    switch (node.type()) {
      case "linear", "conv1d", "conv2d", "batch_normalization" -> layers.complete(node, input);
      case "concat" -> completeSum(node, inputs, 0);
      case "add" -> completeSum(node, inputs, 1);
      case "multiply", "matmul" -> completeProduct(node, inputs);
      case "average_pool1d", "average_pool2d", "global_average_pool", "channel_average" ->
          completeAverage(node, input);
      case "leaky_relu", "hard_sigmoid" -> completeSlopes(node, input);
      case "clip" -> completeLimits(node, input);
      case "lstm" ->
          network
              .warnings()
              .add(
                  node.label()
                      + ": its gates, state and outputs are rounded within it, and are not in the"
                      + " model");
      case "requantize" -> completeRounded(node, input);
      default -> {}
    }
  }

  /** The format of what a node gives if the model says it, or if it is exact. */
  private Optional<FixedPoint> grid(String name) {
    String at = name;
    while (!network.node(at).attributes().has("width")) {
      at = network.before(at);
    }
    Node node = network.node(at);
    // A sequence layer rounds what it takes again itself, whatever the model has behind it.
    return ImportedNodes.isOpen(node) || node.type().equals("lstm")
        ? Optional.empty()
        : Optional.of(format(node));
  }

  private static FixedPoint format(Node node) {
    return FormatAttributes.read(node.attributes());
  }

  /** Tells whether a node computes with steps that are no powers of two. */
  private static boolean isScaled(Node node, List<FixedPoint> inputs) {
    return Stream.of("scale", "zero", LinearLayer.WEIGHT_SCALES).anyMatch(node.attributes()::has)
        || !inputs.stream().allMatch(FixedPoint::isPlain);
  }

  private void give(Node node, int width, int fraction) {
    int beyond = Math.max(0, Math.max(width - WIDEST, fraction - MOST_BITS));
    network.change(
        node.name(),
        node.attributes()
            .with("width", Math.max(2, width - beyond))
            .with("fraction", fraction - beyond));
  }

  /** An input of which several grids are made keeps so many bits that none is rounded by it. */
  private void completeInput(Node node) {
    if (!ImportedNodes.isOpen(node)) {
      return;
    }
    List<FixedPoint> behind =
        network.behind(node.name()).stream().flatMap(each -> grids(each).stream()).toList();
    if (behind.isEmpty()) {
      return;
    }
    // A scale makes numbers up to twice as large, and a zero as well.
    int whole =
        behind.stream()
            .mapToInt(each -> each.width() - each.fraction() + (each.isPlain() ? 0 : 2))
            .max()
            .orElse(0);
    int fraction = Math.min(WIDEST - ROOM - whole, MOST_BITS);
    network.change(node.name(), node.attributes().with("width", WIDEST).with("fraction", fraction));
  }

  /** The grids that are made of what a node takes. */
  private List<FixedPoint> grids(String name) {
    Node node = network.node(name);
    if (node.type().equals("clip") && node.attributes().has("fraction")) {
      return List.of(format(node));
    }
    return GridPlacement.keepsRounding(node)
        ? network.behind(name).stream().flatMap(each -> grids(each).stream()).toList()
        : List.of();
  }

  /** One format has all numbers of several, and their sums if there are further bits. */
  private void completeSum(Node node, List<FixedPoint> inputs, int carry) {
    if (ImportedNodes.isOpen(node)) {
      int fraction = inputs.stream().mapToInt(FixedPoint::fraction).max().orElse(0);
      int whole = inputs.stream().mapToInt(each -> each.width() - each.fraction()).max().orElse(0);
      give(node, whole + fraction + carry, fraction);
    }
  }

  private void completeProduct(Node node, List<FixedPoint> inputs) {
    if (ImportedNodes.isOpen(node)) {
      give(
          node,
          inputs.stream().mapToInt(FixedPoint::width).sum(),
          inputs.stream().mapToInt(FixedPoint::fraction).sum());
    }
  }

  private void completeAverage(Node node, FixedPoint input) {
    if (ImportedNodes.isOpen(node)) {
      int more = Math.min(QUOTIENT_BITS, WIDEST - input.width());
      give(node, input.width() + more, input.fraction() + more);
    }
  }

  /**
   * Two lines. Numbers of a short format that the model rounds behind them become a table, which
   * has what floats give: a decimal slope gives products that are floats on a tie, and are not.
   */
  private void completeSlopes(Node node, FixedPoint input) {
    if (!ImportedNodes.isOpen(node) && input.width() <= TABLE_BITS) {
      network.replace(FloatTable.of(node, input, format(node)));
      return;
    }
    int slope = Math.min(FLOAT_BITS + 2, WIDEST);
    Attributes attributes = node.attributes().with("slope_width", slope);
    Node finer = node.withAttributes(attributes);
    if (ImportedNodes.isOpen(node)) {
      double largest =
          Stream.of("alpha", "beta")
              .filter(attributes::has)
              .mapToDouble(name -> Math.abs(attributes.get(name, Attribute.Real.class).value()))
              .max()
              .orElse(1);
      int more = Math.min(30, FixedPoint.holding(slope, Math.max(largest, 1)).fraction());
      give(finer, input.width() + slope, input.fraction() + more);
    } else {
      network.change(node.name(), attributes);
    }
  }

  /** Limits beside the grid need more bits behind the point, if nothing is rounded behind them. */
  private void completeLimits(Node node, FixedPoint input) {
    Attributes attributes = node.attributes();
    if (attributes.has("width")) {
      return;
    }
    double[] limits =
        Stream.of("low", "high")
            .filter(attributes::has)
            .mapToDouble(name -> attributes.get(name, Attribute.Real.class).value())
            .filter(limit -> limit > input.real(input.min()) && limit < input.real(input.max()))
            .toArray();
    if (Arrays.stream(limits).allMatch(limit -> ExactNumbers.isWhole(limit, input.fraction()))) {
      return;
    }
    int fraction = ExactNumbers.format(limits).map(FixedPoint::fraction).orElse(MOST_BITS);
    int more = Math.min(fraction - input.fraction(), WIDEST - input.width());
    if (more < fraction - input.fraction()) {
      network.warnings().add(node.label() + ": its limits have more bits than 32 and are rounded");
    }
    give(node, input.width() + more, input.fraction() + more);
  }

  /**
   * An operator before a table, or one that makes one stream two, keeps a grid that has room in it.
   */
  private void completeRounded(Node node, FixedPoint input) {
    if (ImportedNodes.isOpen(node) && input.width() <= TABLE_BITS) {
      give(node, input.width(), input.fraction());
    }
  }

  private void completeTable(Node node, FixedPoint input) {
    if (input.width() > TABLE_BITS) {
      network.insertBefore(node.name(), "requantize", Attributes.NONE.with("width", TABLE_BITS));
      network
          .warnings()
          .add(
              node.label()
                  + ": it is a table, and its input of "
                  + input.width()
                  + " bits, which the model does not round, is rounded to "
                  + TABLE_BITS);
    }
    if (ImportedNodes.isOpen(node)) {
      network
          .warnings()
          .add(
              node.label()
                  + ": the model does not round what it gives, and it is rounded to "
                  + node.attributes().integer("width")
                  + " bits");
    }
  }
}
