package dev.backplane.compiler.component;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Shape;

/**
 * The shape and the format of a tensor, without its numbers.
 *
 * @param shape its shape
 * @param format the format of its elements
 */
public record TensorType(Shape shape, FixedPoint format) {
  @Override
  public String toString() {
    return shape + " of " + format;
  }
}
