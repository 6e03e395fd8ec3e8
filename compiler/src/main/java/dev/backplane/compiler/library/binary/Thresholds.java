package dev.backplane.compiler.library.binary;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Maps an element to {@code first}, plus {@code step} for each threshold that is not larger than
 * the element. Activations of quantised networks have this form, and batch normalisation before one
 * moves its thresholds.
 *
 * <p>Attributes: {@code thresholds}, channels x thresholds; those of a single channel are used for
 * all channels. The last axis of the input has the channels. Thresholds are integers of the input's
 * format, or one more than its largest, which nothing reaches; before quantisation they are reals.
 * {@code first} and {@code step} are integers of the output's format, 0 and 1 by default; {@code
 * width} and {@code fraction} are those of the output.
 */
public final class Thresholds extends LoweredComponent {
  private static final String TYPE = "thresholds";
  private static final String THRESHOLDS = "thresholds";

  /** For the plugin loader. */
  public Thresholds() {}

  /** The checked attributes of a node. */
  private record Steps(IntegerTensor thresholds, int channels, long first, long step) {
    int count() {
      return thresholds.size() / channels;
    }

    static Steps of(Node node, TensorType input, FixedPoint output) {
      IntegerTensor thresholds = node.attributes().get(THRESHOLDS, IntegerTensor.class);
      List<Integer> extents = thresholds.shape().extents();
      int channels = extents.getFirst();
      if (extents.size() != 2 || (channels != 1 && channels != input.shape().extents().getLast())) {
        throw new CompilerException(
            CompilerError.SHAPE_MISMATCH,
            "attribute thresholds",
            "they are channels x thresholds, and the input "
                + input.shape()
                + " has its channels last; a shape of "
                + thresholds.shape()
                + " does not fit");
      }
      for (int i = 0; i < thresholds.size(); i++) {
        long threshold = thresholds.get(i);
        if (threshold < input.format().min() || threshold > input.format().max() + 1) {
          throw new CompilerException(
              CompilerError.WIDTH_MISMATCH,
              "attribute thresholds",
              "element " + i + ", " + threshold + ", is beyond " + input.format());
        }
      }
      Steps steps =
          new Steps(thresholds, channels, number(node, "first", 0), number(node, "step", 1));
      long last = steps.first + steps.count() * steps.step;
      if (!output.contains(steps.first) || !output.contains(last)) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute width",
            "the results go from " + steps.first + " to " + last + ", beyond " + output);
      }
      return steps;
    }

    private static int number(Node node, String name, int otherwise) {
      return node.attributes().has(name) ? node.attributes().integer(name) : otherwise;
    }

    long at(int channel, long value) {
      long result = first;
      for (int i = channel * count(); i < (channel + 1) * count(); i++) {
        result += value >= thresholds.get(i) ? step : 0;
      }
      return result;
    }
  }

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(TYPE, Thresholds::quantize));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("how many thresholds of its channel each element reaches")
        .with(
            AttributeDescription.needed(
                "thresholds", Kind.TENSOR, "channels, or 1 for all, x thresholds"))
        .with(
            AttributeDescription.optional(
                "first",
                Kind.WHOLE,
                "0",
                "what an element that reaches none becomes, as an integer of the output"))
        .with(
            AttributeDescription.optional(
                "step", Kind.WHOLE, "1", "how much more each further threshold gives"))
        .with(OutputFormat.needed());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    FixedPoint output = OutputFormat.of(node.attributes());
    Steps.of(node, input, output);
    return new TensorType(input.shape(), output);
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Steps steps = Steps.of(node, inputs.getFirst(), output.format());
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        result[i] = steps.at(i % steps.channels(), result[i]);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    RealTensor thresholds = node.attributes().get(THRESHOLDS, RealTensor.class);
    int channels = thresholds.shape().extents().getFirst();
    int count = thresholds.size() / channels;
    double scale = Math.scalb(1.0, -node.attributes().integer("fraction"));
    double[] result = new double[input.size()];
    for (int i = 0; i < result.length; i++) {
      long reached = 0;
      for (int t = i % channels * count; t < (i % channels + 1) * count; t++) {
        reached += input.get(i) >= thresholds.get(t) ? 1 : 0;
      }
      result[i] =
          scale * (Steps.number(node, "first", 0) + reached * Steps.number(node, "step", 1));
    }
    return RealTensor.of(input.shape(), result);
  }

  /** A number of the input's format reaches a threshold if it reaches the next such number. */
  private static Node quantize(TypedNode typed) {
    Node node = typed.node();
    if (!(node.attributes().values().get(THRESHOLDS) instanceof RealTensor reals)) {
      return node;
    }
    FixedPoint format = typed.input().format();
    long[] integers = new long[reals.size()];
    for (int i = 0; i < integers.length; i++) {
      double next = Math.ceil(Math.scalb(reals.get(i), format.fraction()));
      integers[i] = Math.clamp((long) next, format.min(), format.max() + 1);
    }
    return node.withAttributes(
        node.attributes().with(THRESHOLDS, IntegerTensor.of(reals.shape(), integers)));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    FixedPoint input = node.input().format();
    FixedPoint output = node.output().format();
    Steps steps = Steps.of(node.node(), node.input(), output);
    Rom rom =
        Rom.of(
            "thresholds",
            steps.channels(),
            steps.count(),
            input.width() + 1,
            (channel, i) -> steps.thresholds().get(channel * steps.count() + i));
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", input.width());
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("CHANNELS", steps.channels());
    parameters.put("CHANNEL_WIDTH", rom.addressWidth());
    parameters.put("COUNT", steps.count());
    parameters.put("FIRST", Math.toIntExact(steps.first()));
    parameters.put("STEP", Math.toIntExact(steps.step()));
    return List.of(
        RomUnit.of(
            node,
            "The thresholds of " + steps.channels() + " channels, " + steps.count() + " each.",
            new HdlInstance(
                "backplane_thresholds", true, parameters, List.of("backplane_thresholds")),
            List.of(rom)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Steps steps = Steps.of(node.node(), node.input(), node.output().format());
    return new TorchCall(
        "thresholds",
        Attributes.NONE
            .with("thresholds", steps.thresholds())
            .with("first", steps.first())
            .with("step", steps.step()),
        List.of("binary.py"));
  }
}
