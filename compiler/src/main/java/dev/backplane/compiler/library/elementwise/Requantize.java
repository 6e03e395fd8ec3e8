package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;

/** Another format: each element is rounded once and saturated. */
public final class Requantize extends Cut {
  /** For the plugin loader. */
  public Requantize() {
    super("requantize");
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
