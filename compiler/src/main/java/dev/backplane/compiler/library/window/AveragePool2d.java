package dev.backplane.compiler.library.window;

/**
 * The average of each window of an image of height x width x channels, channel by channel. Padding
 * counts as zeros. Windows that do not fit whole are left out.
 *
 * <p>Attributes: {@code kernel} (2 numbers: height and width), {@code stride} (2 numbers: down and
 * right, 1 if it is not there), {@code padding} (4 numbers: top, left, bottom, right), {@code
 * width} and {@code fraction} of the output, those of the input if they are not there.
 */
public final class AveragePool2d extends AveragePooling {
  /** For the plugin loader. */
  public AveragePool2d() {
    super("average_pool2d", 2);
  }
}
