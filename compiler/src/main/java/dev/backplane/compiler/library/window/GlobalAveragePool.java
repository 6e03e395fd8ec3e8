package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
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
import java.util.function.LongUnaryOperator;

/**
 * The average of each channel over all positions: of height x width x channels, or length x
 * channels, a vector of channels. Attributes: {@code width} and {@code fraction} of the output,
 * those of the input if they are not there.
 */
public final class GlobalAveragePool extends LoweredComponent {
  private static final String TYPE = "global_average_pool";
  private static final String UNIT = "backplane_channel_sum";

  /** For the plugin loader. */
  public GlobalAveragePool() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the average of each channel over all positions")
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
    return new TensorType(Shape.of(channels(input.shape())), average(node, input).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    LongUnaryOperator averages = average(node, inputs.getFirst()).averages();
    return arguments -> {
      long[] elements = arguments.getFirst();
      long[] results = new long[output.shape().size()];
      for (int i = 0; i < elements.length; i++) {
        results[i % results.length] += elements[i];
      }
      for (int c = 0; c < results.length; c++) {
        results[c] = averages.applyAsLong(results[c]);
      }
      return results;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    double[] results = new double[channels(input.shape())];
    int count = input.size() / results.length;
    for (int i = 0; i < input.size(); i++) {
      results[i % results.length] += input.get(i) / count;
    }
    return RealTensor.of(Shape.of(results.length), results);
  }

  static int channels(Shape input) {
    List<Integer> extents = input.extents();
    if (extents.size() < 2) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the input is " + input + ", and has no channels behind its positions");
    }
    return extents.getLast();
  }

  private static Average average(Node node, TensorType input) {
    return Average.of(node, input.format(), input.shape().size() / channels(input.shape()));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Average average = average(node.node(), node.input());
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    parameters.put("OUT_WIDTH", average.sumWidth());
    parameters.put("COUNT", average.count());
    parameters.put("COUNT_WIDTH", Rom.indexWidth(average.count()));
    parameters.put("CHANNELS", channels(node.input().shape()));
    parameters.put("CHANNEL_WIDTH", Rom.indexWidth(channels(node.input().shape())));
    HdlInstance sums = new HdlInstance(UNIT, true, parameters, List.of(UNIT));
    return List.of(new HdlSection(sums, average.sumWidth()), average.divider(node));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        "global_average_pool",
        average(node.node(), node.input()).pythonArguments(),
        List.of("windows.py"));
  }
}
