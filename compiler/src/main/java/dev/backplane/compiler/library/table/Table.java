package dev.backplane.compiler.library.table;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Each element is replaced by an integer of the attribute {@code words}, which has one for each
 * number of the input's format, the smallest first. They are integers of the output's format, of
 * the attributes {@code width} and {@code fraction}. Functions of real numbers become tables when a
 * graph is quantised.
 */
public final class Table extends LoweredComponent {
  static final String TYPE = "table";
  static final String WORDS = "words";
  private static final String INPUT_FRACTION = "input_fraction";
  private static final String INPUT_SCALE = "input_scale";
  private static final String INPUT_ZERO = "input_zero";

  /** For the plugin loader. */
  public Table() {}

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    for (RealFunction function : RealFunction.values()) {
      extend(compiler, FunctionComponent.of(function));
    }
    extend(compiler, Power.component());
  }

  private void extend(Compiler compiler, FunctionComponent function) {
    keep(compiler.components().register(function));
    keep(
        compiler.quantize().handlers().register(function.type(), node -> tabulate(function, node)));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "for each number of the input's format an integer of the output's")
        .with(
            AttributeDescription.needed(
                WORDS,
                Kind.TENSOR,
                "one for each number of the input, the smallest first; 12 bits at most"))
        .with(
            AttributeDescription.optional(
                INPUT_FRACTION,
                Kind.WHOLE,
                "that of the input",
                "how many bits of the input are behind the point; real numbers need it"))
        .with(
            AttributeDescription.optional(
                INPUT_SCALE, Kind.REAL, "1", "the scale of the input's format"))
        .with(
            AttributeDescription.optional(
                INPUT_ZERO, Kind.WHOLE, "0", "the zero of the input's format"))
        .with(OutputFormat.neededWithScale());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    FixedPoint output = OutputFormat.of(node.attributes());
    FixedPoint input = inputs.getFirst().format();
    if (node.attributes().has(INPUT_FRACTION)
        && !inputFormat(node.attributes(), input.width()).equals(input)) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute " + INPUT_FRACTION,
          "it is "
              + node.attributes().integer(INPUT_FRACTION)
              + " of "
              + inputFormat(node.attributes(), input.width())
              + ", and the input is of "
              + input
              + "; remove it, or put a requantize before the table");
    }
    FunctionTable.check(WORDS, node.attributes().get(WORDS, IntegerTensor.class), input, output);
    return new TensorType(inputs.getFirst().shape(), output);
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Lookup lookup = lookup(node, inputs.getFirst());
    return arguments -> lookup.apply(arguments.getFirst());
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    IntegerTensor words = node.attributes().get(WORDS, IntegerTensor.class);
    FixedPoint output = OutputFormat.of(node.attributes());
    FixedPoint input =
        inputFormat(
            node.attributes(), Integer.SIZE - Integer.numberOfLeadingZeros(words.size() - 1));
    FunctionTable.check(WORDS, words, input, output);
    return inputs
        .getFirst()
        .map(each -> output.real(words.get((int) (input.quantize(each) - input.min()))));
  }

  private static FixedPoint inputFormat(Attributes attributes, int width) {
    return new FixedPoint(
        width,
        attributes.integer(INPUT_FRACTION),
        attributes.has(INPUT_SCALE) ? attributes.get(INPUT_SCALE, Attribute.Real.class).value() : 1,
        attributes.has(INPUT_ZERO) ? attributes.integer(INPUT_ZERO) : 0);
  }

  private static Attributes withInput(Attributes attributes, FixedPoint input) {
    Attributes with = attributes.with(INPUT_FRACTION, input.fraction());
    if (input.scale() != 1) {
      with = with.with(INPUT_SCALE, new Attribute.Real(input.scale()));
    }
    return input.zero() == 0 ? with : with.with(INPUT_ZERO, input.zero());
  }

  private static Lookup lookup(Node node, TensorType input) {
    IntegerTensor words = node.attributes().get(WORDS, IntegerTensor.class);
    return new Lookup(words, input.format().min(), 1);
  }

  private static Node tabulate(FunctionComponent function, TypedNode typed) {
    Node node = typed.node();
    FixedPoint input = typed.input().format();
    FixedPoint output = OutputFormat.of(node.attributes(), input);
    return of(node, function.type(), function.function(node), input, output);
  }

  /**
   * Makes a table of a node that computes a function of each element.
   *
   * @param node the node
   * @param name the name of the function
   * @param function the function; what it gives is rounded once and saturated
   * @param input the format of its argument
   * @param output the format of its result
   * @return the table
   */
  public static Node of(
      Node node, String name, DoubleUnaryOperator function, FixedPoint input, FixedPoint output) {
    Attributes formats =
        FormatAttributes.write(withInput(node.attributes(), input), output).with("function", name);
    return new Node(
        node.name(), TYPE, formats.with(WORDS, FunctionTable.of(function, input, output)));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return List.of(lookup(node.node(), node.input()).hardware(node, "A function as a table."));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return lookup(node.node(), node.input()).call(node.output().shape());
  }
}
