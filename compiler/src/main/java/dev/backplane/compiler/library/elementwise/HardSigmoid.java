package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;

/**
 * {@code alpha} times each element plus {@code beta}, cut to the range from 0 to 1 or to as much of
 * it as the output's format has. Both attributes are real numbers, 0.2 and 0.5 if not given; once
 * quantised integers, with {@code alpha_fraction} and {@code beta_fraction}. They get {@code
 * slope_width} bits, 16 if not given.
 */
public final class HardSigmoid extends Sloped {
  private static final double ALPHA = 0.2;
  private static final double BETA = 0.5;

  /** For the plugin loader. */
  public HardSigmoid() {
    super("hard_sigmoid");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "alpha times each element plus beta, cut to the range from 0 to 1")
        .with(Slopes.describedAlpha("0.2"))
        .with(Slopes.describedBeta("0.5"))
        .with(Slopes.describedWidth())
        .with(OutputFormat.optional());
  }

  @Override
  Attributes defaults() {
    return Attributes.NONE
        .with(Slopes.ALPHA, new Attribute.Real(ALPHA))
        .with(Slopes.BETA, new Attribute.Real(BETA));
  }

  @Override
  Slopes slopes(Attributes attributes) {
    long alpha = attributes.integer(Slopes.ALPHA);
    return new Slopes(
        alpha,
        alpha,
        Slopes.fraction(attributes),
        attributes.integer(Slopes.BETA),
        attributes.integer(Slopes.BETA_FRACTION));
  }

  @Override
  Limits limits(FixedPoint output) {
    return new Limits(0, output.quantize(1));
  }

  @Override
  double real(double alpha, double beta, double element) {
    return Math.clamp(alpha * element + beta, 0, 1);
  }
}
