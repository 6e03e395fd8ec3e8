package dev.backplane.compiler.library.attention;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The part that the exponential of each element has of the sum of all along the last axis. The
 * exponential of the distance from the largest is an integer of {@code exp_width} bits, 16 if not
 * given, from a table; their sum is exact, and each is divided by it once. Attributes beside it:
 * {@code width} and {@code fraction} of the output, those of the input if they are not there.
 */
public final class Softmax extends LoweredComponent {
  private static final String TYPE = "softmax";
  private static final String UNIT = "backplane_softmax";

  /** For the plugin loader. */
  public Softmax() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "the part that the exponential of each element has of the sum along the last axis")
        .with(
            AttributeDescription.optional(
                Exponentials.EXP_WIDTH,
                Kind.WHOLE,
                "" + Exponentials.DEFAULT_WIDTH,
                "bits of an exponential"))
        .with(OutputFormat.optional());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(input.shape(), Exponentials.of(node.attributes(), input).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Exponentials exponentials = Exponentials.of(node.attributes(), inputs.getFirst());
    long[] words = exponentials.words();
    int count = exponentials.count();
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int begin = 0; begin < result.length; begin += count) {
        exponentials.divide(words, result, begin);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    double[] result = input.toArray();
    int count = input.shape().extents().getLast();
    for (int begin = 0; begin < result.length; begin += count) {
      double largest = Arrays.stream(result, begin, begin + count).max().orElseThrow();
      for (int i = begin; i < begin + count; i++) {
        result[i] = StrictMath.exp(result[i] - largest);
      }
      double sum = Arrays.stream(result, begin, begin + count).sum();
      for (int i = begin; i < begin + count; i++) {
        result[i] /= sum;
      }
    }
    return RealTensor.of(input.shape(), result);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Exponentials exponentials = Exponentials.of(node.node().attributes(), node.input());
    int fraction = exponentials.output().fraction();
    int outputWidth = exponentials.output().width();
    long[] words = exponentials.words();
    Rom rom =
        Rom.of("words", words.length, 1, exponentials.width(), (address, _) -> words[address]);
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", exponentials.input().width());
    parameters.put("COUNT", exponentials.count());
    parameters.put("INDEX_WIDTH", Rom.indexWidth(exponentials.count()));
    parameters.put("EXP_WIDTH", exponentials.width());
    parameters.put("SUM_WIDTH", exponentials.sumWidth());
    parameters.put("FRACTION", fraction);
    parameters.put("STEP_WIDTH", Rom.indexWidth(fraction));
    parameters.put("EXACT_WIDTH", Math.max(fraction + 3, outputWidth));
    parameters.put("OUT_WIDTH", outputWidth);
    return List.of(
        RomUnit.of(
            node,
            "Exponentials, and their parts of a sum.",
            new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT)),
            List.of(rom)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Exponentials exponentials = Exponentials.of(node.node().attributes(), node.input());
    long[] words = exponentials.words();
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with("words", IntegerTensor.of(Shape.of(words.length), words))
            .with("fraction", exponentials.output().fraction())
            .with("width", exponentials.output().width()),
        List.of("attention.py"));
  }

  /** Refuses what a softmax cannot have. */
  static CompilerException refused(String attribute, String text) {
    return new CompilerException(CompilerError.WIDTH_MISMATCH, "attribute " + attribute, text);
  }
}
