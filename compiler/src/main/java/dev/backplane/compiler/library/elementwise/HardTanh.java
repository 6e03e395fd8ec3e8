package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;

/** Each element, cut to the range from -1 to 1, or to as much of it as the output's format has. */
public final class HardTanh extends Cut {
  /** For the plugin loader. */
  public HardTanh() {
    super("hard_tanh");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("each element, cut to the range from -1 to 1")
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  Limits limits(Attributes attributes, FixedPoint output) {
    return new Limits(output.quantize(-1), output.quantize(1));
  }

  @Override
  double real(Attributes attributes, double element) {
    return Math.clamp(element, -1, 1);
  }
}
