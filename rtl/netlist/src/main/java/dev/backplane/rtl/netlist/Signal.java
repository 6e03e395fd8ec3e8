package dev.backplane.rtl.netlist;

import java.util.regex.Pattern;

/**
 * A net of the design: a value of any width with one driver.
 *
 * @param id its position in {@link Netlist#signals()}
 * @param name the name in the source, or a generated one; unique in the netlist
 * @param width bits, at least 1
 */
public record Signal(int id, String name, int width) {
  private static final Pattern GENERATED_NAME = Pattern.compile("\\$[0-9]+");

  /** Checks the width. */
  public Signal {
    if (width < 1) {
      throw new IllegalArgumentException("signal " + name + " has width " + width);
    }
  }

  /** {@return whether a tool made the name up; no source can contain such a name} */
  public boolean isGenerated() {
    return GENERATED_NAME.matcher(name).matches();
  }

  @Override
  public String toString() {
    return name + "[" + width + "]";
  }
}
