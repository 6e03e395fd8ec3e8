package dev.backplane.compiler.library.table;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.function.DoubleUnaryOperator;

/** A function as a table: one integer for each that the input's format has, the smallest first. */
public final class FunctionTable {
  /** The most bits of the input of a table. */
  public static final int MAX_INPUT_WIDTH = 12;

  private FunctionTable() {}

  /**
   * Computes a table.
   *
   * @param function the function; what it gives is rounded once and saturated
   * @param input the format of its argument
   * @param output the format of its result
   * @return the integers of the results
   */
  public static IntegerTensor of(
      DoubleUnaryOperator function, FixedPoint input, FixedPoint output) {
    int size = size(input);
    long[] words = new long[size];
    for (int i = 0; i < size; i++) {
      words[i] = output.quantize(function.applyAsDouble(input.real(input.min() + i)));
    }
    return IntegerTensor.of(Shape.of(size), words);
  }

  /**
   * Says how many integers a table has.
   *
   * @param input the format of its argument
   * @return how many numbers the format has
   * @throws CompilerException with {@link CompilerError#WIDTH_MISMATCH} if they are too many
   */
  public static int size(FixedPoint input) {
    if (input.width() > MAX_INPUT_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "",
          "the input of a table has "
              + MAX_INPUT_WIDTH
              + " bits at most, not "
              + input.width()
              + "; put a requantize before it");
    }
    return 1 << input.width();
  }

  /**
   * Checks a table.
   *
   * @param name the attribute that it is
   * @param words the table
   * @param input the format of its argument
   * @param output the format of its result
   * @return the table
   */
  public static IntegerTensor check(
      String name, IntegerTensor words, FixedPoint input, FixedPoint output) {
    int size = size(input);
    if (!words.shape().equals(Shape.of(size))) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute " + name,
          "it has shape " + words.shape() + ", and " + input + " has " + size + " numbers");
    }
    return checkWords(name, words, output);
  }

  /** {@return the logistic function of a number} */
  public static double sigmoid(double x) {
    return 1 / (1 + StrictMath.exp(-x));
  }

  static IntegerTensor checkWords(String name, IntegerTensor words, FixedPoint output) {
    for (int i = 0; i < words.size(); i++) {
      if (!output.contains(words.get(i))) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute " + name,
            "element " + i + ", " + words.get(i) + ", is beyond " + output);
      }
    }
    return words;
  }
}
