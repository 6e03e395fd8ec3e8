package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** A tensor of finite real numbers, in row-major order. Immutable. */
public final class RealTensor implements Attribute {
  private final Shape shape;
  private final double[] elements;

  private RealTensor(Shape shape, double[] elements) {
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
  public static RealTensor of(Shape shape, double... elements) {
    if (shape.size() != elements.length) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          elements.length + " elements do not make a tensor of shape " + shape);
    }
    for (double element : elements) {
      if (!Double.isFinite(element)) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID, "", element + " is not a finite number");
      }
    }
    return new RealTensor(shape, elements.clone());
  }

  /** {@return its shape} */
  public Shape shape() {
    return shape;
  }

  /** {@return the element at this position in row-major order} */
  public double get(int index) {
    return elements[index];
  }

  /** {@return how many elements it has} */
  public int size() {
    return elements.length;
  }

  /**
   * Applies a function to each element.
   *
   * @param function the function, which gives finite numbers
   * @return a tensor of the same shape
   */
  public RealTensor map(DoubleUnaryOperator function) {
    return of(shape, Arrays.stream(elements).map(function).toArray());
  }

  /** {@return a copy of its elements} */
  public double[] toArray() {
    return elements.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RealTensor tensor
        && shape.equals(tensor.shape)
        && Arrays.equals(elements, tensor.elements);
  }

  @Override
  public int hashCode() {
    return 31 * shape.hashCode() + Arrays.hashCode(elements);
  }

  @Override
  public String toString() {
    return "real tensor " + shape;
  }
}
