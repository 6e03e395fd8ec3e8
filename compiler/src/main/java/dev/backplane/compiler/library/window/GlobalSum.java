package dev.backplane.compiler.library.window;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The sum of each channel over all positions, exactly, put into the output's format once: of height
 * x width x channels, or length x channels, a vector of channels. Attributes: {@code width} and
 * {@code fraction} of the output, those of the input if they are not there.
 */
public final class GlobalSum extends LoweredComponent {
  private static final String TYPE = "global_sum";
  private static final String UNIT = "backplane_channel_sum";

  /** For the plugin loader. */
  public GlobalSum() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the sum of each channel over all positions")
        .with(OutputFormat.optional());
  }

  @Override
  public String type() {
    return TYPE;
  }

  private static Total total(Node node, TensorType input) {
    int channels = GlobalAveragePool.channels(input.shape());
    return Total.of(node, input.format(), input.shape().size() / channels);
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(
        Shape.of(GlobalAveragePool.channels(input.shape())), total(node, input).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Total total = total(node, inputs.getFirst());
    return arguments -> {
      long[] results = new long[output.shape().size()];
      for (int i = 0; i < arguments.getFirst().length; i++) {
        results[i % results.length] += arguments.getFirst()[i];
      }
      for (int c = 0; c < results.length; c++) {
        results[c] = total.of(results[c]);
      }
      return results;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    double[] results = new double[GlobalAveragePool.channels(input.shape())];
    for (int i = 0; i < input.size(); i++) {
      results[i % results.length] += input.get(i);
    }
    return RealTensor.of(Shape.of(results.length), results);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Total total = total(node.node(), node.input());
    int channels = GlobalAveragePool.channels(node.input().shape());
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    parameters.put("OUT_WIDTH", total.sumWidth());
    parameters.put("COUNT", total.count());
    parameters.put("COUNT_WIDTH", Rom.indexWidth(total.count()));
    parameters.put("CHANNELS", channels);
    parameters.put("CHANNEL_WIDTH", Rom.indexWidth(channels));
    HdlInstance sums = new HdlInstance(UNIT, true, parameters, List.of(UNIT));
    return List.of(new HdlSection(sums, total.sumWidth()), total.rounding());
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        TYPE, total(node.node(), node.input()).pythonArguments(), List.of("reductions.py"));
  }
}
