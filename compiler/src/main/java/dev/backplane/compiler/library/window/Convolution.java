package dev.backplane.compiler.library.window;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.LinearLayer;
import dev.backplane.compiler.library.LinearQuantization;
import dev.backplane.compiler.library.LinearSums;
import dev.backplane.compiler.library.MatrixUnit;
import dev.backplane.compiler.library.RealWeights;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.ArrayList;
import java.util.List;

/** The whole implementation of convolutions, in one and in two directions. */
abstract class Convolution extends LoweredComponent {
  private final String type;
  private final int directions;

  Convolution(String type, int directions) {
    this.type = type;
    this.directions = directions;
  }

  @Override
  protected final void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(type, LinearQuantization::quantize));
  }

  @Override
  public final ComponentDescription description() {
    return ComponentDescription.of(
            "a convolution: each output is its bias and the sum of a window times its weights")
        .with(
            LinearLayer.described(
                "outputs x "
                    + (directions == 1 ? "length" : "height x width")
                    + " x channels of a group"))
        .with(LinearLayer.describedLanes())
        .with(MatrixUnit.described())
        .with(Window.described())
        .with(Window.dilation())
        .with(
            AttributeDescription.optional(
                "groups", Kind.WHOLE, "1", "into how many groups the channels are split"));
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
    ConvolutionLayer convolution = ConvolutionLayer.of(node, input, directions);
    return new TensorType(
        convolution.window().resultShape(input.shape(), convolution.outputs()),
        convolution.layer().output());
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    ConvolutionLayer convolution = ConvolutionLayer.of(node, inputs.getFirst(), directions);
    Window window = convolution.window();
    long padding = inputs.getFirst().format().zero();
    LinearSums sums = new LinearSums(convolution.layer());
    return arguments -> {
      WindowReader reader = new WindowReader(window);
      long[] elements = new long[window.groupSize()];
      long[] results = new long[output.shape().size()];
      int position = 0;
      for (int w = 0; w < window.windows(); w++) {
        for (int g = 0; g < window.groups(); g++) {
          reader.read(arguments.getFirst(), w, g, padding, elements);
          sums.compute(g, elements, results, position);
          position += convolution.layer().outputs();
        }
      }
      return results;
    };
  }

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    Attributes attributes = node.attributes();
    Shape input = inputs.getFirst().shape();
    RealTensor weights = RealWeights.of(attributes, "weights", "weight_fraction");
    Window window = ConvolutionLayer.window(attributes, weights.shape(), input, directions);
    int outputs = weights.shape().extents().getFirst();
    double[] bias = RealWeights.bias(attributes, outputs);
    double[] tensor = inputs.getFirst().toArray();
    WindowReader reader = new WindowReader(window);
    double[] elements = new double[window.groupSize()];
    double[] results = new double[window.resultShape(input, outputs).size()];
    for (int i = 0; i < results.length; i++) {
      int output = i % outputs;
      int group = output / (outputs / window.groups());
      reader.read(tensor, i / outputs, group, 0, elements);
      double sum = bias[output];
      for (int e = 0; e < elements.length; e++) {
        sum += elements[e] * weights.get(output * elements.length + e);
      }
      results[i] = sum;
    }
    return RealTensor.of(window.resultShape(input, outputs), results);
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    ConvolutionLayer convolution = ConvolutionLayer.of(node.node(), node.input(), directions);
    int width = node.input().format().width();
    String purpose =
        "A convolution: " + convolution.outputs() + " sums of each window of " + node.input() + ".";
    long padding = node.input().format().zero();
    List<HdlPart> parts = new ArrayList<>();
    parts.add(
        convolution.isOfWholeWindows()
            ? new LinesUnit(convolution.window(), width, padding).section()
            : new WindowUnit(
                    convolution.window(), width, padding, convolution.simd(), node.isFolded())
                .section());
    parts.addAll(MatrixUnit.parts(node, purpose, convolution.layer()));
    return parts;
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    ConvolutionLayer convolution = ConvolutionLayer.of(node.node(), node.input(), directions);
    LinearLayer layer = convolution.layer();
    return new TorchCall(
        "convolution",
        convolution
            .window()
            .pythonArguments(node.output().shape())
            .with("padding", node.input().format().zero())
            .with("groups", convolution.window().groups())
            .with("weights", layer.weights())
            .with("bias", layer.biases())
            .merge(layer.pythonArguments()),
        List.of("windows.py"));
  }
}
