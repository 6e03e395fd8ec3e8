package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.List;

/** The larger of each element and 0. */
public final class Relu extends Cut {
  /** For the plugin loader. */
  public Relu() {
    super("relu");
  }

  @Override
  Limits limits(Attributes attributes, FixedPoint output) {
    return new Limits(0, output.max());
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    double[] result = inputs.getFirst().toArray();
    for (int i = 0; i < result.length; i++) {
      result[i] = Math.max(result[i], 0);
    }
    return RealTensor.of(inputs.getFirst().shape(), result);
  }
}
