package dev.backplane.compiler.library.attention;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Products of matrices, checked: sums are exact, and rounded once.
 *
 * @param first the format of the first tensor
 * @param second the format of the second
 * @param output the format of the products
 * @param extents the extents of the matrices
 */
record MatrixProduct(
    FixedPoint first, FixedPoint second, FixedPoint output, MatrixExtents extents) {
  static final String TRANSPOSED = "transposed";
  private static final String UNIT = "backplane_matmul";
  private static final int LARGEST_WIDTH = 62;
  private static final int MAX_SIZE = 1 << 20;

  static MatrixProduct of(Attributes attributes, List<TensorType> inputs) {
    FixedPoint first = inputs.getFirst().format();
    MatrixProduct product =
        new MatrixProduct(
            first,
            inputs.getLast().format(),
            OutputFormat.of(attributes, first),
            MatrixExtents.of(attributes, inputs.getFirst().shape(), inputs.getLast().shape()));
    if (product.sumWidth() > LARGEST_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a sum of products of "
              + first
              + " and "
              + product.second
              + " for "
              + product.output
              + " needs "
              + product.sumWidth()
              + " bits, and has 62 at most; choose narrower formats");
    }
    if (product.extents.size() > MAX_SIZE) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "a matrix of the second input is kept in memory; it has "
              + MAX_SIZE
              + " numbers at most, not "
              + product.extents.size());
    }
    return product;
  }

  private int excess() {
    return first.fraction() + second.fraction() - output.fraction();
  }

  /** {@return the number of bits by which the fraction of a sum is too short} */
  int scale() {
    return Math.max(0, -excess());
  }

  /** {@return the number of bits by which it is too long} */
  int shift() {
    return Math.max(0, excess());
  }

  /** {@return the number of bits that hold every sum and the output} */
  private int sumWidth() {
    int sum = first.width() + second.width() + Rom.indexWidth(extents.inner()) + scale();
    return Math.max(sum, Math.max(output.width(), shift() + 1));
  }

  TensorType type() {
    return new TensorType(extents.shape(), output);
  }

  long result(long sum) {
    return output.requantize(sum, first.fraction() + second.fraction());
  }

  HdlInstance instance() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN0_WIDTH", first.width());
    parameters.put("IN1_WIDTH", second.width());
    parameters.put("ROWS", extents.rows());
    parameters.put("ROW_WIDTH", Rom.indexWidth(extents.rows()));
    parameters.put("INNER", extents.inner());
    parameters.put("INNER_WIDTH", Rom.indexWidth(extents.inner()));
    parameters.put("COLUMNS", extents.columns());
    parameters.put("COLUMN_WIDTH", Rom.indexWidth(extents.columns()));
    parameters.put("SIZE", extents.size());
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(extents.size()));
    parameters.put("COLUMN_STEP", extents.columnStep());
    parameters.put("NEXT_STEP", extents.nextStep());
    parameters.put("SUM_WIDTH", sumWidth());
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("SCALE", scale());
    parameters.put("SHIFT", shift());
    return new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT));
  }
}
