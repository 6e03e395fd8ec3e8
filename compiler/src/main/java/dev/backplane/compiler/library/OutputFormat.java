package dev.backplane.compiler.library;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;

/** The format of what a component gives: its attributes {@code width} and {@code fraction}. */
public final class OutputFormat {
  private OutputFormat() {}

  /**
   * Reads the format.
   *
   * @param attributes the attributes of the node
   * @return the format
   */
  public static FixedPoint of(Attributes attributes) {
    return new FixedPoint(attributes.integer("width"), attributes.integer("fraction"));
  }

  /**
   * Reads the format, of which both attributes may be missing.
   *
   * @param attributes the attributes of the node
   * @param otherwise the format if they are
   * @return the format
   */
  public static FixedPoint of(Attributes attributes, FixedPoint otherwise) {
    return attributes.has("width") || attributes.has("fraction") ? of(attributes) : otherwise;
  }
}
