package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The extents of a tensor, outermost first. A tensor's elements are in row-major order: the last
 * index runs fastest, in memory and in streams.
 *
 * @param extents at least one, all positive
 */
public record Shape(List<Integer> extents) {
  /** Checks the extents. */
  public Shape {
    extents = List.copyOf(extents);
    long size = 1;
    for (int extent : extents) {
      size = extent > 0 ? size * extent : 0;
      if (size <= 0 || size > Integer.MAX_VALUE) {
        throw invalid(extents);
      }
    }
    if (extents.isEmpty()) {
      throw invalid(extents);
    }
  }

  /**
   * Makes a shape.
   *
   * @param extents the extents, outermost first
   * @return the shape
   */
  public static Shape of(int... extents) {
    return new Shape(Arrays.stream(extents).boxed().toList());
  }

  /**
   * Reads the attribute {@code shape}, a list of extents.
   *
   * @param attributes the attributes of a node
   * @return the shape
   */
  public static Shape of(Attributes attributes) {
    return new Shape(attributes.integers("shape"));
  }

  /** {@return the shape as an attribute that {@link #of(Attributes)} reads} */
  public Attribute toAttribute() {
    return new Attribute.Sequence(
        extents.stream().<Attribute>map(extent -> new Attribute.Whole(extent)).toList());
  }

  /** {@return how many elements a tensor of this shape has} */
  public int size() {
    int size = 1;
    for (int extent : extents) {
      size *= extent;
    }
    return size;
  }

  /** {@return the extents as the value of an attribute} */
  public Attribute.Sequence asAttribute() {
    return new Attribute.Sequence(
        extents.stream().<Attribute>map(extent -> new Attribute.Whole(extent)).toList());
  }

  private static CompilerException invalid(List<Integer> extents) {
    return new CompilerException(
        CompilerError.SHAPE_MISMATCH,
        "",
        extents + " is no shape: extents are positive, and their product is below 2^31");
  }

  @Override
  public String toString() {
    return extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }
}
