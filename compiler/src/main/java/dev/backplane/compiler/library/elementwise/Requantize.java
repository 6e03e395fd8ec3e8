package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;

/** Another format: each element is rounded once and saturated. */
public final class Requantize extends Cut {
  /** For the plugin loader. */
  public Requantize() {
    super("requantize");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("each element in another format, rounded once and saturated")
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  Limits limits(Attributes attributes, FixedPoint output) {
    return Limits.of(output);
  }

  @Override
  double real(Attributes attributes, double element) {
    return element;
  }
}
