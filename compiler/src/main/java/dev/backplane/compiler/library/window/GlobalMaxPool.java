package dev.backplane.compiler.library.window;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The largest element of each channel over all positions: of height x width x channels, or length x
 * channels, a vector of channels. The format is that of the input.
 */
public final class GlobalMaxPool extends LoweredComponent {
  private static final String TYPE = "global_max_pool";
  private static final String UNIT = "backplane_channel_max";

  /** For the plugin loader. */
  public GlobalMaxPool() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the largest element of each channel over all positions");
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
    return new TensorType(Shape.of(GlobalAveragePool.channels(input.shape())), input.format());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return arguments -> {
      long[] results = new long[output.shape().size()];
      Arrays.fill(results, output.format().min());
      for (int i = 0; i < arguments.getFirst().length; i++) {
        int channel = i % results.length;
        results[channel] = Math.max(results[channel], arguments.getFirst()[i]);
      }
      return results;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    double[] results = Arrays.copyOf(input.toArray(), GlobalAveragePool.channels(input.shape()));
    for (int i = results.length; i < input.size(); i++) {
      int channel = i % results.length;
      results[channel] = Math.max(results[channel], input.get(i));
    }
    return RealTensor.of(Shape.of(results.length), results);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    int channels = GlobalAveragePool.channels(node.input().shape());
    int count = node.input().shape().size() / channels;
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.input().format().width());
    parameters.put("CHANNELS", channels);
    parameters.put("CHANNEL_WIDTH", Rom.indexWidth(channels));
    parameters.put("COUNT", count);
    parameters.put("COUNT_WIDTH", Rom.indexWidth(count));
    return List.of(new HdlInstance(UNIT, true, parameters, List.of(UNIT)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(TYPE, Attributes.NONE, List.of("reductions.py"));
  }
}
