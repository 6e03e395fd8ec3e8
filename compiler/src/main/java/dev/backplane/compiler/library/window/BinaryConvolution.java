package dev.backplane.compiler.library.window;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.binary.BinaryLayer;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;

/** The whole implementation of convolutions of signs, in one and in two directions. */
abstract class BinaryConvolution extends LoweredComponent {
  private final String type;
  private final int directions;

  BinaryConvolution(String type, int directions) {
    this.type = type;
    this.directions = directions;
  }

  /** The windows, and the layer that each goes through. */
  private record Signs(Window window, BinaryLayer layer) {
    long[] results(long[] tensor) {
      WindowReader reader = new WindowReader(window);
      long[] elements = new long[window.groupSize()];
      long[] results = new long[window.windows() * layer.outputs()];
      for (int w = 0; w < window.windows(); w++) {
        reader.read(tensor, w, 0, 0, elements);
        layer.compute(elements, results, w * layer.outputs());
      }
      return results;
    }
  }

  private Signs signs(Node node, Shape input) {
    Shape weights = node.attributes().get("weights", IntegerTensor.class).shape();
    List<Integer> extents = weights.extents();
    if (extents.size() != directions + 2 || !extents.getLast().equals(input.extents().getLast())) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights are outputs x "
              + (directions == 1 ? "length" : "height x width")
              + " x channels; "
              + weights
              + " does not fit an input of "
              + input);
    }
    return new Signs(
        Window.of(node.attributes(), input, extents.subList(1, directions + 1), "weights", _ -> 1),
        BinaryLayer.of(node.attributes(), extents.getFirst()));
  }

  @Override
  protected final void extend(Compiler compiler) {
    super.extend(compiler);
    keep(
        compiler
            .quantize()
            .handlers()
            .register(type, typed -> BinaryLayer.withSigns(typed.node())));
  }

  @Override
  public final ComponentDescription description() {
    return ComponentDescription.of("a convolution of signs")
        .with(
            BinaryLayer.described(
                "-1 or 1, outputs x "
                    + (directions == 1 ? "length" : "height x width")
                    + " x channels"))
        .with(Window.described())
        .with(Window.dilation());
  }

  @Override
  public final String type() {
    return type;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    Shape input = inputs.getFirst().shape();
    Signs signs = signs(node, input);
    return new TensorType(
        signs.window().resultShape(input, signs.layer().outputs()), signs.layer().output());
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Signs signs = signs(node, inputs.getFirst().shape());
    return arguments -> signs.results(arguments.getFirst());
  }

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    Signs signs = signs(BinaryLayer.withSigns(node), input.shape());
    return RealTensor.of(
        signs.window().resultShape(input.shape(), signs.layer().outputs()),
        Arrays.stream(signs.results(BinaryLayer.signs(input))).asDoubleStream().toArray());
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    Signs signs = signs(node.node(), node.input().shape());
    int width = node.input().format().width();
    String purpose =
        "Signs of each window of " + node.input() + ", in " + signs.layer().outputs() + " sums.";
    return List.of(
        new WindowUnit(signs.window(), width, 0).section(),
        RomUnit.of(node, purpose, signs.layer().instance(width), List.of(signs.layer().rom())));
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    Signs signs = signs(node.node(), node.input().shape());
    int outputs = signs.layer().outputs();
    IntegerTensor weights = signs.layer().weights();
    return new TorchCall(
        "binary_convolution",
        signs
            .window()
            .pythonArguments(node.output().shape())
            .with(
                "weights",
                IntegerTensor.of(Shape.of(outputs, weights.size() / outputs), weights.toArray()))
            .with("width", signs.layer().output().width()),
        List.of("binary.py", "windows.py"));
  }
}
