package dev.backplane.compiler.library.window;

import dev.backplane.compiler.library.Linear;

/**
 * Convolution of an image of height x width x channels. Every output is its bias and the sum of a
 * window times its weights, exactly, put into the output's format once.
 *
 * <p>Attributes: {@code weights} (outputs x height x width x channels of a group), and otherwise
 * those of {@link Linear}; {@code stride} (2 numbers: down and right, 1 if they are not there),
 * {@code padding} with zeros (4 numbers: top, left, bottom, right), {@code dilation} (2 numbers),
 * {@code groups}.
 */
public final class Conv2d extends Convolution {
  /** For the plugin loader. */
  public Conv2d() {
    super("conv2d", 2);
  }
}
