package dev.backplane.compiler.library.window;

import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;

/** The largest channel of each position; the last axis has an extent of 1 then. */
public final class ChannelMax extends ChannelReduction {
  private static final String TYPE = "channel_max";

  /** For the plugin loader. */
  public ChannelMax() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the largest channel of each position");
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
    return new TensorType(output(input.shape()), input.format());
  }

  @Override
  Reduction reduction(Node node, TensorType input) {
    return elements -> Arrays.stream(elements).max().orElseThrow();
  }

  @Override
  double reduced(double... elements) {
    return Arrays.stream(elements).max().orElseThrow();
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    int width = node.input().format().width();
    return List.of(new ReduceUnit(channels(node.input().shape()), width).largest());
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(TYPE, Attributes.NONE, List.of("reductions.py"));
  }
}
