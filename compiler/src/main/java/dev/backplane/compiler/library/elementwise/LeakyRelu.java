package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;

/**
 * Each element that is not negative, and {@code alpha} times each that is. The attribute {@code
 * alpha} is a real number, 0.01 if not given; once quantised an integer, with {@code
 * alpha_fraction}. It gets {@code slope_width} bits, 16 if not given.
 */
public final class LeakyRelu extends Sloped {
  private static final double ALPHA = 0.01;

  /** For the plugin loader. */
  public LeakyRelu() {
    super("leaky_relu");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "each element that is not negative, and alpha times each that is")
        .with(Slopes.describedAlpha("0.01"))
        .with(Slopes.describedWidth())
        .with(OutputFormat.optional());
  }

  @Override
  Attributes defaults() {
    return Attributes.NONE.with(Slopes.ALPHA, new Attribute.Real(ALPHA));
  }

  @Override
  Slopes slopes(Attributes attributes) {
    int fraction = Slopes.fraction(attributes);
    return new Slopes(attributes.integer(Slopes.ALPHA), 1L << fraction, fraction, 0, 0);
  }

  @Override
  Limits limits(FixedPoint output) {
    return Limits.of(output);
  }

  @Override
  double real(double alpha, double beta, double element) {
    return element < 0 ? alpha * element : element;
  }
}
