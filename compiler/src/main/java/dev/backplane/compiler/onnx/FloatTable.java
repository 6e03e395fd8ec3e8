package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;

/** A function of short numbers as a table of what floats give, each rounded as the model does. */
final class FloatTable {
  private FloatTable() {}

  /** The table of a node whose attributes are slopes. */
  static Node of(Node node, FixedPoint input, FixedPoint output) {
    float alpha = (float) node.attributes().get("alpha", Attribute.Real.class).value();
    boolean isHard = node.type().equals("hard_sigmoid");
    float beta = isHard ? (float) node.attributes().get("beta", Attribute.Real.class).value() : 0;
    long[] words = new long[1 << input.width()];
    for (int i = 0; i < words.length; i++) {
      float x = (float) input.real(input.min() + i);
      float product = alpha * x;
      float sum = product + beta;
      float line = x < 0 ? product : x;
      words[i] = output.quantize(isHard ? Math.max(0, Math.min(1, sum)) : line);
    }
    return new Node(
        node.name(),
        "table",
        Attributes.NONE
            .with("onnx_name", node.attributes().text("onnx_name"))
            .with("function", node.type())
            .with("input_fraction", input.fraction())
            .with("width", output.width())
            .with("fraction", output.fraction())
            .with("words", IntegerTensor.of(Shape.of(words.length), words)));
  }
}
