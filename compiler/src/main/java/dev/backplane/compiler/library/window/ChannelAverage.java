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
import java.util.function.LongUnaryOperator;

/**
 * The average of all channels of each position: their exact sum, divided once; the last axis has an
 * extent of 1 then. Attributes: {@code width} and {@code fraction} of the output, those of the
 * input if they are not there.
 */
public final class ChannelAverage extends ChannelReduction {
  private static final String TYPE = "channel_average";

  /** For the plugin loader. */
  public ChannelAverage() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the average of all channels of each position")
        .with(OutputFormat.optionalWithScale());
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
    return new TensorType(output(input.shape()), average(node, input).output());
  }

  private static Average average(Node node, TensorType input) {
    return Average.of(node, input.format(), channels(input.shape()));
  }

  @Override
  Reduction reduction(Node node, TensorType input) {
    LongUnaryOperator averages = average(node, input).averages();
    return elements -> averages.applyAsLong(Arrays.stream(elements).sum());
  }

  @Override
  double reduced(double... elements) {
    return Arrays.stream(elements).sum() / elements.length;
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Average average = average(node.node(), node.input());
    int width = node.input().format().width();
    return List.of(
        new HdlSection(
            new ReduceUnit(average.count(), width).sum(average.sumWidth()), average.sumWidth()),
        average.divider(node));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        TYPE,
        average(node.node(), node.input()).pythonArguments(),
        List.of("windows.py", "reductions.py"));
  }
}
