package dev.backplane.compiler.library.window;

/**
 * The largest number of each window of a sequence of length x channels, channel by channel, in the
 * format of the input. Padding is never the largest. Windows that do not fit whole are left out.
 *
 * <p>Attributes: {@code kernel} (1 number), {@code stride} (1 number, 1 if it is not there), {@code
 * padding} (2 numbers: before and after).
 */
public final class MaxPool1d extends MaxPooling {
  /** For the plugin loader. */
  public MaxPool1d() {
    super("max_pool1d", 1);
  }
}
