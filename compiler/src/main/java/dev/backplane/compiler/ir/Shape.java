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
 * @param extents at least one, all positive; their product is at most {@link #LARGEST}
 */
public record Shape(List<Integer> extents) {
  /** The most elements of a tensor: more than any card holds, and few enough for memory. */
  public static final int LARGEST = 1 << 24;

  /** Checks the extents, before anybody asks for memory of their size. */
  public Shape {
    extents = List.copyOf(extents);
    if (extents.isEmpty() || extents.stream().anyMatch(extent -> extent < 1)) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          extents + " is no shape: there is one extent at least, and all are positive");
    }
    long size = 1;
    for (int extent : extents) {
      size *= extent;
      if (size > LARGEST) {
        throw new CompilerException(
            CompilerError.TOO_LARGE,
            "",
            extents + " is too large: tensors have up to " + LARGEST + " elements");
      }
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

  @Override
  public String toString() {
    return extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }
}
