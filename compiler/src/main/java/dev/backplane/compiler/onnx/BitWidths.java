package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;

/**
 * The bit widths of the numbers of a network, in all layers.
 *
 * @param activations bits of the input and of the outputs of layers, 2 to 32
 * @param weights bits of weights, 2 to 32
 */
public record BitWidths(int activations, int weights) {
  /** Checks the numbers. */
  public BitWidths {
    check("activations", activations);
    check("weights", weights);
  }

  private static void check(String what, int width) {
    if (width < 2 || width > 32) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH, what, "they have 2 to 32 bits, not " + width);
    }
  }
}
