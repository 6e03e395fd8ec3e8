package dev.backplane.compiler.library.window;

/**
 * Convolution of signs, of a sequence of length x channels. Every output is the sum of the signs in
 * a window times its weights: how many are equal less how many differ. A zero counts as positive,
 * padding too.
 *
 * <p>Attributes: {@code weights} (-1 or 1, outputs x length x channels; reals before quantisation,
 * of which the sign counts); {@code width} of the outputs, which are whole numbers and saturated;
 * {@code lanes}, how many signs hardware compares at a time, all if it is not there; {@code
 * stride}, {@code padding} and {@code dilation} as {@link Conv1d} has them.
 */
public final class BinaryConv1d extends BinaryConvolution {
  /** For the plugin loader. */
  public BinaryConv1d() {
    super("binary_conv1d", 1);
  }
}
