package dev.backplane.compiler.library.window;

/**
 * The average of each window of a sequence of length x channels, channel by channel. Padding counts
 * as zeros. Windows that do not fit whole are left out.
 *
 * <p>Attributes: {@code kernel} (1 number), {@code stride} (1 number, 1 if it is not there), {@code
 * padding} (2 numbers: before and after), {@code width} and {@code fraction} of the output, those
 * of the input if they are not there.
 */
public final class AveragePool1d extends AveragePooling {
  /** For the plugin loader. */
  public AveragePool1d() {
    super("average_pool1d", 1);
  }
}
