package dev.backplane.rtl.netlist;

/**
 * A net of the design: a value of any width with one driver.
 *
 * @param id its position in {@link Netlist#signals()}
 * @param name the name in the source, or a generated one; unique in the netlist
 * @param width bits, at least 1
 */
public record Signal(int id, String name, int width) {
  /** Checks the width. */
  public Signal {
    if (width < 1) {
      throw new IllegalArgumentException("signal " + name + " has width " + width);
    }
  }

  @Override
  public String toString() {
    return name + "[" + width + "]";
  }
}
