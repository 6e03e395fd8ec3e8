package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.RescaleUnit;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Puts each element into the output's format, and cuts it to limits there. The attributes of a
 * format are those of the output, which has the input's format without them. No clock passes but
 * where elements are multiplied, as the scales or zeros are not the same.
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
  public final boolean allowsScale() {
    return true;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    FixedPoint format = OutputFormat.of(node.attributes(), input.format());
    limits(node.attributes(), format);
    if (format.isShiftedFrom(input.format())) {
      format.reachedFrom(input.format().fraction());
    } else {
      rescaling(input.format(), format);
    }
    return new TensorType(input.shape(), format);
  }

  private static Rescaling rescaling(FixedPoint input, FixedPoint output) {
    return Rescaling.of(output, input.width() + 1, input.step() / output.step());
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Limits limits = limits(node.attributes(), output.format());
    LongUnaryOperator formatted = formatted(inputs.getFirst().format(), output.format());
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        result[i] = limits.cut(formatted.applyAsLong(result[i]));
      }
      return result;
    };
  }

  private static LongUnaryOperator formatted(FixedPoint input, FixedPoint output) {
    if (output.isShiftedFrom(input)) {
      return value -> output.requantize(value, input.fraction());
    }
    Rescaling rescaling = rescaling(input, output);
    return value -> rescaling.apply(value - input.zero(), 0);
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
    if (!output.isShiftedFrom(input)) {
      Limits limits = limits(node.node().attributes(), output);
      return List.of(
          new RescaleUnit(
                  rescaling(input, output),
                  input.width(),
                  input.zero(),
                  limits.low(),
                  limits.high())
              .unit(node));
    }
    return List.of(
        new HdlInstance(
            "backplane_clip",
            false,
            ClipParameters.of(
                input.width(), input.fraction(), output, limits(node.node().attributes(), output)),
            List.of("backplane_requantize", "backplane_clip")));
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    FixedPoint output = node.output().format();
    FixedPoint input = node.input().format();
    Limits limits = limits(node.node().attributes(), output);
    Attributes format =
        output.isShiftedFrom(input)
            ? Attributes.NONE
                .with("shift", input.fraction() - output.fraction())
                .with("width", output.width())
            : RescaleUnit.pythonArguments(rescaling(input, output))
                .with("input_zero", input.zero());
    return new TorchCall(
        "clip", format.with("low", limits.low()).with("high", limits.high()), List.of("clip.py"));
  }
}
