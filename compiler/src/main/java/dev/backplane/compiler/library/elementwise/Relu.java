package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;

/** The larger of each element and 0. */
public final class Relu extends Cut {
  /** For the plugin loader. */
  public Relu() {
    super("relu");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the larger of each element and 0")
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  Limits limits(Attributes attributes, FixedPoint output) {
    return new Limits(output.zero(), output.max());
  }

  @Override
  double real(Attributes attributes, double element) {
    return Math.max(element, 0);
  }
}
