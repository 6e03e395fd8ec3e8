package dev.backplane.compiler.library.window;

/**
 * The largest number of each window of an image of height x width x channels, channel by channel,
 * in the format of the input. Padding is never the largest. Windows that do not fit whole are left
 * out.
 *
 * <p>Attributes: {@code kernel} (2 numbers: height and width), {@code stride} (2 numbers: down and
 * right, 1 if it is not there), {@code padding} (4 numbers: top, left, bottom, right).
 */
public final class MaxPool2d extends MaxPooling {
  /** For the plugin loader. */
  public MaxPool2d() {
    super("max_pool2d", 2);
  }
}
