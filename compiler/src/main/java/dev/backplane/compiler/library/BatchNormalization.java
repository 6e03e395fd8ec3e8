package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;

/**
 * Normalisation after training: every element times the weight of its channel, and the bias of its
 * channel, exactly, put into the output's format once. The last extent of the input is its
 * channels.
 *
 * <p>Attributes: {@code weights} (one for each channel), {@code bias}, and otherwise those of
 * {@link Linear} but {@code lanes}. Before quantisation they are reals, and a normalisation behind
 * a layer that nothing else reads becomes part of that layer.
 */
public final class BatchNormalization extends LoweredComponent {
  static final String TYPE = "batch_normalization";

  /** For the plugin loader. */
  public BatchNormalization() {}

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.ir2ir().add("fold " + TYPE, BatchNormalizationFolding::apply));
    keep(compiler.quantize().handlers().register(TYPE, LinearQuantization::quantize));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "each element times the weight of its channel, and the bias of its channel")
        .with(LinearLayer.described("one for each channel"));
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
    TensorType input = inputs.getFirst();
    return new TensorType(input.shape(), layer(node, input).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    LinearLayer layer = layer(node, inputs.getFirst());
    LinearSums sums = new LinearSums(layer);
    return arguments -> {
      long[] elements = arguments.getFirst();
      long[] results = new long[elements.length];
      long[] element = new long[1];
      for (int i = 0; i < elements.length; i++) {
        element[0] = elements[i];
        sums.compute(i % layer.blocks(), element, results, i);
      }
      return results;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    RealTensor weights = RealWeights.of(node.attributes(), "weights", "weight_fraction");
    int channels = channels(weights.shape(), input.shape());
    double[] bias = RealWeights.bias(node.attributes(), channels);
    double[] results = input.toArray();
    for (int i = 0; i < results.length; i++) {
      results[i] = results[i] * weights.get(i % channels) + bias[i % channels];
    }
    return RealTensor.of(input.shape(), results);
  }

  /** A block of one input and one output for each channel. */
  private static LinearLayer layer(Node node, TensorType input) {
    IntegerTensor weights = node.attributes().get("weights", IntegerTensor.class);
    int channels = channels(weights.shape(), input.shape());
    return LinearLayer.of(
        node.attributes().without("lanes"),
        IntegerTensor.of(Shape.of(channels, 1), weights.toArray()),
        channels,
        input.format());
  }

  private static int channels(Shape weights, Shape input) {
    int channels = input.extents().getLast();
    if (!weights.equals(Shape.of(channels))) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "they are one for each of the "
              + channels
              + " channels of "
              + input
              + ", not "
              + weights);
    }
    return channels;
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    LinearLayer layer = layer(node.node(), node.input());
    LinearUnit unit = LinearUnit.of(layer);
    String purpose = "A normalisation of " + layer.blocks() + " channels.";
    return RescaleUnit.behind(node, purpose, unit, List.of());
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    LinearLayer layer = layer(node.node(), node.input());
    return new TorchCall(
        "batch_normalization",
        Attributes.NONE
            .with("weights", IntegerTensor.of(Shape.of(layer.blocks()), layer.weights().toArray()))
            .with("bias", layer.biases())
            .merge(layer.pythonArguments()),
        List.of("linear.py"));
  }
}
