package dev.backplane.compiler.library.window;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;

/**
 * The sum of all channels of each position, exactly, put into the output's format once; the last
 * axis has an extent of 1 then. Attributes: {@code width} and {@code fraction} of the output, those
 * of the input if they are not there.
 */
public final class ChannelSum extends ChannelReduction {
  private static final String TYPE = "channel_sum";

  /** For the plugin loader. */
  public ChannelSum() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the sum of all channels of each position")
        .with(OutputFormat.optional());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(output(input.shape()), total(node, input).output());
  }

  private static Total total(Node node, TensorType input) {
    return Total.of(node, input.format(), channels(input.shape()));
  }

  @Override
  Reduction reduction(Node node, TensorType input) {
    Total total = total(node, input);
    return elements -> total.of(Arrays.stream(elements).sum());
  }

  @Override
  double reduced(double... elements) {
    return Arrays.stream(elements).sum();
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Total total = total(node.node(), node.input());
    return List.of(
        new HdlSection(
            new ReduceUnit(total.count(), total.input().width()).sum(total.sumWidth()),
            total.sumWidth()),
        total.rounding());
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        TYPE, total(node.node(), node.input()).pythonArguments(), List.of("reductions.py"));
  }
}
