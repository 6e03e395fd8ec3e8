package dev.backplane.compiler.library.elementwise;

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
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.RealWeights;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Each element that is not negative, and the others times the slope of their channel; exactly, and
 * put into the output's format once. Attributes: {@code slopes}, one for each channel, which are on
 * the last axis; reals, and integers of {@code slope_width} bits, 16 if not given, with {@code
 * slope_fraction} once quantised; {@code width} and {@code fraction} of the output, those of the
 * input if they are not there.
 */
public final class ParametricRelu extends LoweredComponent {
  private static final String TYPE = "prelu";
  private static final String UNIT = "backplane_prelu";
  private static final String SLOPES = "slopes";
  private static final String SLOPE_WIDTH = "slope_width";
  private static final String SLOPE_FRACTION = "slope_fraction";
  private static final int DEFAULT_WIDTH = 16;
  private static final int MAX_FRACTION = 30;
  private static final int LARGEST_WIDTH = 62;

  /** For the plugin loader. */
  public ParametricRelu() {}

  /** The checked attributes of a node. */
  private record Products(
      IntegerTensor slopes, FixedPoint format, FixedPoint input, FixedPoint output) {
    static Products of(Attributes attributes, TensorType input) {
      IntegerTensor slopes = attributes.get(SLOPES, IntegerTensor.class);
      FixedPoint format = new FixedPoint(width(attributes), attributes.integer(SLOPE_FRACTION));
      int channels = input.shape().extents().getLast();
      if (!slopes.shape().equals(Shape.of(channels))) {
        throw shape(slopes.shape(), input.shape());
      }
      if (format.fraction() < 0
          || format.fraction() > MAX_FRACTION
          || !Arrays.stream(slopes.toArray()).allMatch(format::contains)) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute " + SLOPES,
            "they are not of " + format + ", or that has not 0 to 30 bits behind the point");
      }
      Products products =
          new Products(slopes, format, input.format(), OutputFormat.of(attributes, input.format()));
      if (products.productWidth() > LARGEST_WIDTH) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute " + SLOPE_WIDTH,
            "a product needs "
                + products.productWidth()
                + " bits, and has 62 at most; use narrower formats");
      }
      return products;
    }

    private static int width(Attributes attributes) {
      return attributes.has(SLOPE_WIDTH) ? attributes.integer(SLOPE_WIDTH) : DEFAULT_WIDTH;
    }

    private int excess() {
      return input.fraction() + format.fraction() - output.fraction();
    }

    int scale() {
      return Math.max(0, -excess());
    }

    int shift() {
      return Math.max(0, excess());
    }

    /** {@return the number of bits that hold every product and the output} */
    int productWidth() {
      int product = input.width() + Math.max(format.width(), format.fraction() + 1) + scale();
      return Math.max(product, Math.max(output.width(), shift() + 1));
    }

    long at(int channel, long value) {
      long product = value < 0 ? value * slopes.get(channel) : value << format.fraction();
      return output.requantize(product, input.fraction() + format.fraction());
    }
  }

  private static CompilerException shape(Shape slopes, Shape input) {
    return new CompilerException(
        CompilerError.SHAPE_MISMATCH,
        "attribute " + SLOPES,
        "the input is " + input + ", with channels last, and the slopes have shape " + slopes);
  }

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(TYPE, ParametricRelu::quantize));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "each element that is not negative, and the others times the slope of their channel")
        .with(AttributeDescription.needed(SLOPES, Kind.TENSOR, "one for each channel"))
        .with(
            AttributeDescription.optional(
                SLOPE_WIDTH, Kind.WHOLE, "" + DEFAULT_WIDTH, "bits of a slope"))
        .with(
            AttributeDescription.quantised(
                SLOPE_FRACTION, Kind.WHOLE, "how many bits of a slope are behind the point"))
        .with(OutputFormat.optional());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(input.shape(), Products.of(node.attributes(), input).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Products products = Products.of(node.attributes(), inputs.getFirst());
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        result[i] = products.at(i % products.slopes().size(), result[i]);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    RealTensor slopes = RealWeights.of(node.attributes(), SLOPES, SLOPE_FRACTION);
    if (!slopes.shape().equals(Shape.of(input.shape().extents().getLast()))) {
      throw shape(slopes.shape(), input.shape());
    }
    double[] result = input.toArray();
    for (int i = 0; i < result.length; i++) {
      result[i] *= result[i] < 0 ? slopes.get(i % slopes.size()) : 1;
    }
    return RealTensor.of(input.shape(), result);
  }

  /** Slopes get the most bits behind the point with which the largest of them fits. */
  private static Node quantize(TypedNode typed) {
    Node node = typed.node();
    if (!(node.attributes().values().get(SLOPES) instanceof RealTensor reals)) {
      return node;
    }
    int width = Products.width(node.attributes());
    double largest = Arrays.stream(reals.toArray()).map(Math::abs).max().orElse(0);
    FixedPoint finest = FixedPoint.holding(width, largest);
    if (finest.fraction() < 0) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute " + SLOPES,
          largest + " is beyond " + width + " bits; give more with " + SLOPE_WIDTH);
    }
    FixedPoint format = new FixedPoint(width, Math.min(finest.fraction(), MAX_FRACTION));
    long[] slopes = Arrays.stream(reals.toArray()).mapToLong(format::quantize).toArray();
    return node.withAttributes(
        node.attributes()
            .with(SLOPES, IntegerTensor.of(reals.shape(), slopes))
            .with(SLOPE_WIDTH, width)
            .with(SLOPE_FRACTION, format.fraction()));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Products products = Products.of(node.node().attributes(), node.input());
    int slopeWidth = products.format().width();
    Rom rom =
        Rom.of(
            SLOPES,
            products.slopes().size(),
            1,
            slopeWidth,
            (channel, _) -> products.slopes().get(channel));
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", products.input().width());
    parameters.put("SLOPE_WIDTH", slopeWidth);
    parameters.put("FRACTION", products.format().fraction());
    parameters.put("CHANNELS", products.slopes().size());
    parameters.put("CHANNEL_WIDTH", rom.addressWidth());
    parameters.put("PRODUCT_WIDTH", products.productWidth());
    parameters.put("OUT_WIDTH", products.output().width());
    parameters.put("SCALE", products.scale());
    parameters.put("SHIFT", products.shift());
    return List.of(
        RomUnit.of(
            node,
            "The slopes of " + products.slopes().size() + " channels.",
            new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT)),
            List.of(rom)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Products products = Products.of(node.node().attributes(), node.input());
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with(SLOPES, products.slopes())
            .with("fraction", products.format().fraction())
            .with("scale", products.scale())
            .with("shift", products.shift())
            .with("width", products.output().width()),
        List.of("prelu.py"));
  }
}
