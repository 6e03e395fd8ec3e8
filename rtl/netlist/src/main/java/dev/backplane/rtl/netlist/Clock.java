package dev.backplane.rtl.netlist;

/**
 * The edges that registers and memories follow.
 *
 * @param pin the name of an input of one bit
 * @param edge which edges of it
 */
public record Clock(String pin, Edge edge) {
  private static final String FALLING = "~";

  /** The direction of an edge. */
  public enum Edge {
    /** From 0 to 1. */
    RISING,
    /** From 1 to 0. */
    FALLING
  }

  /**
   * {@return the rising edges of an input}
   *
   * @param pin the name of the input
   */
  public static Clock rising(String pin) {
    return new Clock(pin, Edge.RISING);
  }

  /**
   * {@return the falling edges of an input}
   *
   * @param pin the name of the input
   */
  public static Clock falling(String pin) {
    return new Clock(pin, Edge.FALLING);
  }

  /**
   * {@return the clock of a text}
   *
   * @param text as {@link #toString()} writes it
   */
  static Clock parse(String text) {
    return text.startsWith(FALLING) ? falling(text.substring(FALLING.length())) : rising(text);
  }

  /** {@return whether it has falling edges} */
  public boolean isFalling() {
    return edge == Edge.FALLING;
  }

  /** {@return the other edges of the same input} */
  public Clock opposite() {
    return isFalling() ? rising(pin) : falling(pin);
  }

  /** {@return the name of the input, with {@code ~} before it for falling edges} */
  @Override
  public String toString() {
    return isFalling() ? FALLING + pin : pin;
  }
}
