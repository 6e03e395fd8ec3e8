package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;

/**
 * Puts each element into the output's format, and cuts it to limits there. The attributes {@code
 * width} and {@code fraction} are those of the output, which has the input's format without them.
 * No clock passes.
 */
abstract class Cut extends LoweredComponent {
  private final String type;

  Cut(String type) {
    this.type = type;
  }

  /** The limits of a node whose output has this format. */
  abstract Limits limits(Attributes attributes, FixedPoint output);

  @Override
  protected final void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(type, Cut::quantize));
  }

  @Override
  public final String type() {
    return type;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    FixedPoint format = OutputFormat.of(node.attributes(), input.format());
    limits(node.attributes(), format);
    return new TensorType(input.shape(), format.reachedFrom(input.format().fraction()));
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    int fraction = inputs.getFirst().format().fraction();
    Limits limits = limits(node.attributes(), output.format());
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        result[i] = limits.cut(output.format().requantize(result[i], fraction));
      }
      return result;
    };
  }

  /** {@return the result for an element before rounding} */
  abstract double real(Attributes attributes, double element);

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return inputs.getFirst().map(element -> real(node.attributes(), element));
  }

  private static Node quantize(TypedNode input) {
    Node node = input.node();
    return Limits.quantize(node, OutputFormat.of(node.attributes(), input.input().format()));
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    FixedPoint output = node.output().format();
    FixedPoint input = node.input().format();
    return List.of(
        new HdlInstance(
            "backplane_clip",
            false,
            ClipParameters.of(
                input.width(), input.fraction(), output, limits(node.node().attributes(), output)),
            List.of("backplane_requantize", "backplane_clip"),
            Beats.PER_ELEMENT));
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    FixedPoint output = node.output().format();
    Limits limits = limits(node.node().attributes(), output);
    return new TorchCall(
        "clip",
        Attributes.NONE
            .with("shift", node.input().format().fraction() - output.fraction())
            .with("width", output.width())
            .with("low", limits.low())
            .with("high", limits.high()),
        List.of("clip.py"));
  }
}
