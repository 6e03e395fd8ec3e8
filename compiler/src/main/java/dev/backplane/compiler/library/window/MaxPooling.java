package dev.backplane.compiler.library.window;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;

/** The largest number of each window and channel; padding is never the largest. */
abstract class MaxPooling extends Pooling {
  MaxPooling(String type, int directions) {
    super(type, directions);
  }

  @Override
  public final ComponentDescription description() {
    return ComponentDescription.of("the largest number of each window, channel by channel")
        .with(kernel())
        .with(Window.described());
  }

  @Override
  public final boolean allowsScale() {
    return true;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(resultShape(window(node, input.shape()), input.shape()), input.format());
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Window window = window(node, inputs.getFirst().shape());
    long smallest = output.format().min();
    return arguments -> {
      WindowReader reader = new WindowReader(window);
      long[] elements = new long[window.groupSize()];
      long[] results = new long[output.shape().size()];
      for (int i = 0; i < results.length; i++) {
        int channel = i % window.channels();
        reader.read(arguments.getFirst(), i / window.channels(), channel, smallest, elements);
        results[i] = Arrays.stream(elements).max().orElseThrow();
      }
      return results;
    };
  }

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return evaluate(
        node,
        inputs.getFirst(),
        Double.NEGATIVE_INFINITY,
        elements -> Arrays.stream(elements).max().orElseThrow());
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    Window window = window(node.node(), node.input().shape());
    int beat = beat(node, window);
    int width = node.input().format().width();
    return List.of(
        new WindowUnit(window, width, node.input().format().min(), beat, node.isFolded()).section(),
        new ReduceUnit(window.groupSize(), width).largest());
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    return new TorchCall(
        "max_pool",
        window(node.node(), node.input().shape())
            .pythonArguments(node.output().shape())
            .with("smallest", node.output().format().min()),
        List.of("windows.py"));
  }
}
