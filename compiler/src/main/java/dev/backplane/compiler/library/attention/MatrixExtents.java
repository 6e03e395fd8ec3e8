package dev.backplane.compiler.library.attention;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The extents of matrices that are multiplied.
 *
 * @param shape the shape of all products
 * @param rows the rows of a matrix of the first tensor
 * @param inner its columns
 * @param columns the columns of a product
 * @param isTransposed whether a matrix of the second tensor has rows as columns
 */
record MatrixExtents(Shape shape, int rows, int inner, int columns, boolean isTransposed) {
  static MatrixExtents of(Attributes attributes, Shape first, Shape second) {
    int transposed =
        attributes.has(MatrixProduct.TRANSPOSED) ? attributes.integer(MatrixProduct.TRANSPOSED) : 0;
    if (transposed != 0 && transposed != 1) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + MatrixProduct.TRANSPOSED,
          transposed + " is neither 0 nor 1");
    }
    int axes = first.extents().size();
    boolean fits = axes > 1 && second.extents().size() == axes;
    if (fits) {
      List<Integer> one = first.extents();
      List<Integer> other = second.extents();
      int inner = other.get(axes - 2 + transposed);
      int columns = other.get(axes - 1 - transposed);
      if (one.getLast() == inner && one.subList(0, axes - 2).equals(other.subList(0, axes - 2))) {
        List<Integer> extents = new ArrayList<>(one);
        extents.set(axes - 1, columns);
        return new MatrixExtents(
            new Shape(extents), one.get(axes - 2), inner, columns, transposed == 1);
      }
    }
    throw new CompilerException(
        CompilerError.SHAPE_MISMATCH,
        "",
        "the inputs are "
            + first
            + " and "
            + second
            + (transposed == 1 ? ", transposed" : "")
            + ", which are no matrices that can be multiplied");
  }

  /** {@return how many numbers a matrix of the second tensor has} */
  int size() {
    return inner * columns;
  }

  /** {@return how far apart in the second tensor the numbers of a column are} */
  int columnStep() {
    return isTransposed ? 1 : columns;
  }

  /** {@return how far apart in the second tensor two columns begin} */
  int nextStep() {
    return isTransposed ? inner : 1;
  }

  /** {@return the place of a factor of an element of the products in the first tensor} */
  int first(int element, int k) {
    return element / columns * inner + k;
  }

  /** {@return the place of the other factor in the second tensor} */
  int second(int element, int k) {
    return element / (rows * columns) * size() + element % columns * nextStep() + k * columnStep();
  }
}
