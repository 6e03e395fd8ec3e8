package dev.backplane.compiler.library.window;

import dev.backplane.compiler.library.Linear;

/**
 * Convolution along a sequence of length x channels. Every output is its bias and the sum of a
 * window times its weights, exactly, put into the output's format once.
 *
 * <p>Attributes: {@code weights} (outputs x length x channels of a group), and otherwise those of
 * {@link Linear}; {@code stride} (1 number, 1 if it is not there), {@code padding} with zeros (2
 * numbers: before and after), {@code dilation} (1 number), {@code groups}.
 */
public final class Conv1d extends Convolution {
  /** For the plugin loader. */
  public Conv1d() {
    super("conv1d", 1);
  }
}
