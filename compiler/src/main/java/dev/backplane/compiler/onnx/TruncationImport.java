package dev.backplane.compiler.onnx;

import java.util.Locale;

/** Whole numbers without their last bits, as QONNX has them behind sums of a pooling. */
final class TruncationImport {
  private TruncationImport() {}

  /**
   * Numbers of a grid, divided by a power of two and rounded to the grid. What rounds to nearest,
   * ties to even, rounds down if half a step less a bit is added before.
   */
  static void truncate(OnnxNode node, ImportedNodes network) {
    double scale = QuantizerImport.only(node, network.constant(node, 1), "scale");
    double zero = QuantizerImport.only(node, network.constant(node, 2), "zero point");
    double before = QuantizerImport.only(node, network.constant(node, 3), "number of bits before");
    double after = QuantizerImport.only(node, network.constant(node, 4), "number of bits behind");
    if (zero != 0) {
      throw node.unsupported("its zero point is " + zero + "; 0 is supported");
    }
    double bits = before - after;
    if (bits != Math.rint(bits) || bits < 0 || before > 31 || after < 1) {
      throw node.unsupported(
          "it makes numbers of " + before + " bits ones of " + after + "; fewer of up to 31 do");
    }
    Quantizer quantizer = Quantizer.of(node, scale, -1L << (int) after, (1L << (int) after) - 1, 0);
    String rounding = node.text("rounding_mode", "FLOOR").toUpperCase(Locale.ROOT);
    double factor = Math.scalb(1.0, -(int) bits);
    double last = factor / 2;
    double addend =
        switch (rounding) {
          case "FLOOR" -> last - 0.5;
          case "CEIL" -> 0.5 - last;
          case "ROUND", "HALF_EVEN" -> 0;
          default ->
              throw node.unsupported(
                  "rounding_mode is " + rounding + "; FLOOR, CEIL and ROUND are supported");
        };
    Value.Stream input = network.anyStream(node, 0);
    if (bits == 0) {
      network.gives(node, input);
      return;
    }
    Value.Stream divided = NormalizationImport.scaled(node, network, input, factor);
    if (addend != 0) {
      NormalizationImport.addend(network, divided, addend * scale);
    }
    network.readByOne(divided.node());
    network.gives(node, GridPlacement.quantize(node, network, divided, quantizer));
  }
}
