package dev.backplane.compiler.library.window;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** The average of each window and channel; padding counts as zeros. */
abstract class AveragePooling extends Pooling {
  AveragePooling(String type, int directions) {
    super(type, directions);
  }

  @Override
  public final ComponentDescription description() {
    return ComponentDescription.of("the average of each window, channel by channel")
        .with(kernel())
        .with(Window.described())
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  public final boolean allowsScale() {
    return true;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    Window window = window(node, input.shape());
    return new TensorType(
        resultShape(window, input.shape()),
        Average.of(node, input.format(), window.groupSize()).output());
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Window window = window(node, inputs.getFirst().shape());
    Average average = Average.of(node, inputs.getFirst().format(), window.groupSize());
    LongUnaryOperator averages = average.averages();
    long padding = average.input().zero();
    return arguments -> {
      WindowReader reader = new WindowReader(window);
      long[] elements = new long[window.groupSize()];
      long[] results = new long[output.shape().size()];
      for (int i = 0; i < results.length; i++) {
        int channel = i % window.channels();
        reader.read(arguments.getFirst(), i / window.channels(), channel, padding, elements);
        results[i] = averages.applyAsLong(Arrays.stream(elements).sum());
      }
      return results;
    };
  }

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return evaluate(
        node, inputs.getFirst(), 0, elements -> Arrays.stream(elements).sum() / elements.length);
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    Window window = window(node.node(), node.input().shape());
    int beat = beat(node, window);
    Average average = Average.of(node.node(), node.input().format(), window.groupSize());
    int width = node.input().format().width();
    return List.of(
        new WindowUnit(window, width, average.input().zero(), beat, node.isFolded()).section(),
        new HdlSection(
            new ReduceUnit(window.groupSize(), width).sum(average.sumWidth()), average.sumWidth()),
        average.divider(node));
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    Window window = window(node.node(), node.input().shape());
    Average average = Average.of(node.node(), node.input().format(), window.groupSize());
    return new TorchCall(
        "average_pool",
        window
            .pythonArguments(node.output().shape())
            .with("padding", average.input().zero())
            .merge(average.pythonArguments()),
        List.of("windows.py"));
  }
}
