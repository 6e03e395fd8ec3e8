package dev.backplane.compiler.library.table;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * A power of each element with a constant exponent. Where there is none, because the root of a
 * negative number is asked for, it is 0; and an element that is nearer to 0 than any format's step
 * counts as that step.
 */
final class Power {
  private static final String EXPONENT = "exponent";
  private static final double SMALLEST = 0x1p-48;

  private Power() {}

  static FunctionComponent component() {
    return new FunctionComponent(
        "power",
        List.of(AttributeDescription.needed(EXPONENT, Kind.REAL, "the exponent, not 0")),
        Power::function);
  }

  private static DoubleUnaryOperator function(Attributes attributes) {
    double exponent = attributes.get(EXPONENT, Attribute.Real.class).value();
    if (exponent == 0 || !Double.isFinite(exponent)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + EXPONENT,
          "it is " + exponent + "; give a finite number that is not 0");
    }
    return x -> {
      double base = exponent < 0 && Math.abs(x) < SMALLEST ? Math.copySign(SMALLEST, x) : x;
      double power = StrictMath.pow(base, exponent);
      return Double.isNaN(power) ? 0 : power;
    };
  }
}
