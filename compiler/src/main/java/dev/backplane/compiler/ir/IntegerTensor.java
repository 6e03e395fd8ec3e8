package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.Arrays;

/** A tensor of whole numbers, in row-major order. Immutable. */
public final class IntegerTensor implements Attribute {
  private final Shape shape;
  private final long[] elements;

  private IntegerTensor(Shape shape, long[] elements) {
    this.shape = shape;
    this.elements = elements;
  }

  /**
   * Makes a tensor.
   *
   * @param shape its shape
   * @param elements its elements, copied
   * @return the tensor
   */
  public static IntegerTensor of(Shape shape, long... elements) {
    if (shape.size() != elements.length) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          elements.length + " elements do not make a tensor of shape " + shape);
    }
    return new IntegerTensor(shape, elements.clone());
  }

  /** {@return its shape} */
  public Shape shape() {
    return shape;
  }

  /** {@return the element at this position in row-major order} */
  public long get(int index) {
    return elements[index];
  }

  /** {@return how many elements it has} */
  public int size() {
    return elements.length;
  }

  /** {@return a copy of its elements} */
  public long[] toArray() {
    return elements.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IntegerTensor tensor
        && shape.equals(tensor.shape)
        && Arrays.equals(elements, tensor.elements);
  }

  @Override
  public int hashCode() {
    return 31 * shape.hashCode() + Arrays.hashCode(elements);
  }

  @Override
  public String toString() {
    return "integer tensor " + shape;
  }
}
