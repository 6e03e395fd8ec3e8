package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.List;

/**
 * The value of an attribute. Immutable. Whole numbers, reals and flags are different types: none is
 * taken for another.
 */
public sealed interface Attribute
    permits Attribute.Whole,
        Attribute.Real,
        Attribute.Text,
        Attribute.Flag,
        Attribute.Sequence,
        Attributes,
        IntegerTensor,
        RealTensor {

  /**
   * A whole number.
   *
   * @param value the number
   */
  record Whole(long value) implements Attribute {}

  /**
   * A real number.
   *
   * @param value the number, which is finite
   */
  record Real(double value) implements Attribute {
    /** Checks the number. */
    public Real {
      if (!Double.isFinite(value)) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID, "", value + " is not a finite number");
      }
    }
  }

  /**
   * A text.
   *
   * @param value the text
   */
  record Text(String value) implements Attribute {}

  /**
   * A flag.
   *
   * @param value whether it is set
   */
  record Flag(boolean value) implements Attribute {}

  /**
   * Several values in order.
   *
   * @param elements the values
   */
  record Sequence(List<Attribute> elements) implements Attribute {
    /** Copies the list. */
    public Sequence {
      elements = List.copyOf(elements);
    }
  }
}
