package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.table.FunctionTable;
import dev.backplane.compiler.library.table.Table;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Puts each element on one of two straight lines, exactly, and the result into the output's format
 * once, within limits. The attributes {@code width} and {@code fraction} are those of the output,
 * which has the input's format without them. One clock passes.
 */
abstract class Sloped extends LoweredComponent {
  private final String type;

  Sloped(String type) {
    this.type = type;
  }

  /** The lines of a node. */
  abstract Slopes slopes(Attributes attributes);

  /** {@return the defaults of a node's attributes, before its real attributes become integers} */
  abstract Attributes defaults();

  /** The limits of a node whose output has this format. */
  abstract Limits limits(FixedPoint output);

  @Override
  protected final void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(type, this::quantize));
  }

  /** With a scale or a zero it is a table, as far as tables have inputs of so many bits. */
  private Node quantize(TypedNode typed) {
    Node node = typed.node();
    FixedPoint input = typed.input().format();
    FixedPoint output = OutputFormat.of(node.attributes(), input);
    if ((input.isPlain() && output.isPlain()) || input.width() > FunctionTable.MAX_INPUT_WIDTH) {
      return node.withAttributes(Slopes.quantize(defaults(), typed));
    }
    Attributes attributes = defaults().merge(node.attributes());
    double alpha = Slopes.real(attributes, Slopes.ALPHA, Slopes.ALPHA_FRACTION);
    double beta = Slopes.real(attributes, Slopes.BETA, Slopes.BETA_FRACTION);
    return Table.of(node, type, x -> real(alpha, beta, x), input, output);
  }

  /** {@return true: before a graph is quantised; then it has become a table} */
  @Override
  public final boolean allowsScale() {
    return true;
  }

  @Override
  public final String type() {
    return type;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    FixedPoint output = OutputFormat.of(node.attributes(), input.format());
    if (!input.format().isPlain() || !output.isPlain()) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute scale",
          "the "
              + type
              + " '"
              + node.name()
              + "' of "
              + input.format()
              + " for "
              + output
              + " has a scale or a zero, and more than the "
              + FunctionTable.MAX_INPUT_WIDTH
              + " bits of a table; put a requantize before it, and give it a plain format");
    }
    Slopes slopes = slopes(node.attributes());
    slopes.sumWidth(input.format());
    return new TensorType(input.shape(), output.reachedFrom(slopes.sumFraction(input.format())));
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    FixedPoint input = inputs.getFirst().format();
    Slopes slopes = slopes(node.attributes());
    Limits limits = limits(output.format());
    int zeros = slopes.offsetZeros(input);
    int fraction = slopes.sumFraction(input);
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        long sum = slopes.apply(result[i], zeros);
        result[i] = limits.cut(output.format().requantize(sum, fraction));
      }
      return result;
    };
  }

  /** {@return the result for an element before any rounding} */
  abstract double real(double alpha, double beta, double element);

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    Attributes attributes = defaults().merge(node.attributes());
    double alpha = Slopes.real(attributes, Slopes.ALPHA, Slopes.ALPHA_FRACTION);
    double beta = Slopes.real(attributes, Slopes.BETA, Slopes.BETA_FRACTION);
    return inputs.getFirst().map(element -> real(alpha, beta, element));
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    FixedPoint input = node.input().format();
    FixedPoint output = node.output().format();
    Slopes slopes = slopes(node.node().attributes());
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("SUM_WIDTH", slopes.sumWidth(input));
    parameters.put("SLOPE_WIDTH", slopes.slopeWidth());
    parameters.put("OFFSET_WIDTH", slopes.offsetWidth());
    parameters.put("BELOW", Math.toIntExact(slopes.below()));
    parameters.put("ABOVE", Math.toIntExact(slopes.above()));
    parameters.put("OFFSET", Math.toIntExact(slopes.offset()));
    parameters.put("OFFSET_ZEROS", slopes.offsetZeros(input));
    parameters.putAll(
        ClipParameters.of(
            slopes.sumWidth(input), slopes.sumFraction(input), output, limits(output)));
    parameters.put("IN_WIDTH", input.width());
    return List.of(
        new HdlInstance(
            "backplane_slopes",
            true,
            parameters,
            List.of("backplane_requantize", "backplane_clip", "backplane_slopes")));
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    FixedPoint input = node.input().format();
    FixedPoint output = node.output().format();
    Slopes slopes = slopes(node.node().attributes());
    Limits limits = limits(output);
    return new TorchCall(
        "slopes",
        Attributes.NONE
            .with("below", slopes.below())
            .with("above", slopes.above())
            .with("offset", slopes.offset() << slopes.offsetZeros(input))
            .with("shift", slopes.sumFraction(input) - output.fraction())
            .with("width", output.width())
            .with("low", limits.low())
            .with("high", limits.high()),
        List.of("slopes.py"));
  }
}
