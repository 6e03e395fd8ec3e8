package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;

/**
 * Each element, but not less than the attribute {@code low} and not more than {@code high}: reals,
 * and integers of the output's format once quantised. One that is missing is the end of the format.
 * With 0 and 6 it is ReLU6.
 */
public final class Clip extends Cut {
  /** For the plugin loader. */
  public Clip() {
    super("clip");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("each element, but not less than low and not more than high")
        .with(Limits.described())
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  Limits limits(Attributes attributes, FixedPoint output) {
    return Limits.of(attributes, output);
  }

  @Override
  double real(Attributes attributes, double element) {
    return Limits.cut(attributes, element);
  }
}
