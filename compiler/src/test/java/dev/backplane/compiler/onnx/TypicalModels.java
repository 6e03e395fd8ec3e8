package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Layers of networks with the shapes and operators that exporters write, and random weights. */
final class TypicalModels {
  private final Random random = new Random(1);
  private final List<OnnxNode> nodes = new ArrayList<>();
  private final List<OnnxTensor> constants = new ArrayList<>();
  private final OnnxValue input;
  private String last = "x";
  private int channels;
  private int count;

  private TypicalModels(long... extents) {
    input = OnnxValue.of("x", ElementType.FLOAT, extents);
    channels = (int) extents[1];
  }

  /** A network whose input has these extents, the batch first and then the channels. */
  static TypicalModels of(long... extents) {
    return new TypicalModels(extents);
  }

  /** {@return the name of what the last layer gives} */
  String last() {
    return last;
  }

  /** Goes on behind another layer. */
  TypicalModels from(String value, int itsChannels) {
    last = value;
    channels = itsChannels;
    return this;
  }

  String normal(int... extents) {
    int size = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
    double deviation = Math.sqrt(2.0 * extents[0] / size);
    double[] numbers = new double[size];
    Arrays.setAll(numbers, _ -> deviation * random.nextGaussian());
    return constant(ElementType.FLOAT, Arrays.stream(extents).boxed().toList(), numbers);
  }

  String number(double number) {
    return constant(ElementType.FLOAT, List.of(), number);
  }

  String wholes(long... numbers) {
    String name = "c" + count++;
    constants.add(OnnxTensor.of(name, List.of(numbers.length), numbers));
    return name;
  }

  private String constant(ElementType type, List<Integer> extents, double... numbers) {
    String name = "c" + count++;
    constants.add(OnnxTensor.of(name, type, extents, numbers));
    return name;
  }

  /** An operator on the last value, and on others. */
  TypicalModels then(String operator, Map<String, OnnxAttribute> attributes, String... others) {
    List<String> inputs = new ArrayList<>(List.of(others));
    inputs.addFirst(last);
    last = node(operator, attributes, inputs);
    return this;
  }

  TypicalModels then(String operator, String... others) {
    return then(operator, Map.of(), others);
  }

  /** An operator of other values alone; the last value stays what it is. */
  String aside(String operator, Map<String, OnnxAttribute> attributes, String... inputs) {
    return node(operator, attributes, List.of(inputs));
  }

  private String node(String operator, Map<String, OnnxAttribute> attributes, List<String> inputs) {
    String name = operator.toLowerCase(java.util.Locale.ROOT) + nodes.size();
    boolean isOfQonnx =
        List.of("Quant", "BipolarQuant", "Trunc", "MultiThreshold").contains(operator);
    nodes.add(
        new OnnxNode(
            name,
            operator,
            isOfQonnx ? "qonnx.custom_op.general" : "",
            inputs,
            List.of(name),
            attributes));
    return name;
  }

  static OnnxAttribute whole(long value) {
    return new OnnxAttribute.Whole(value);
  }

  static OnnxAttribute numbers(long... values) {
    return OnnxModels.wholes(values);
  }

  TypicalModels dense(int inputs, int outputs) {
    return then("Gemm", Map.of("transB", whole(1)), normal(outputs, inputs), normal(outputs));
  }

  /** A convolution of square windows with padding that keeps the size, but for the stride. */
  TypicalModels conv(int outputs, int kernel, int stride, int groups) {
    String weights = normal(outputs, channels / groups, kernel, kernel);
    long pad = kernel / 2;
    then(
        "Conv",
        Map.of(
            "pads",
            numbers(pad, pad, pad, pad),
            "strides",
            numbers(stride, stride),
            "group",
            whole(groups)),
        weights);
    channels = outputs;
    return this;
  }

  TypicalModels conv1d(int outputs, int kernel, int dilation) {
    String weights = normal(outputs, channels, kernel);
    then(
        "Conv",
        Map.of("pads", numbers((kernel - 1L) * dilation, 0), "dilations", numbers(dilation)),
        weights,
        normal(outputs));
    channels = outputs;
    return this;
  }

  TypicalModels normalized() {
    double[] variances = random.doubles(channels, 0.5, 2).toArray();
    return then(
        "BatchNormalization",
        Map.of(),
        normal(channels),
        normal(channels),
        normal(channels),
        constant(ElementType.FLOAT, List.of(channels), variances));
  }

  TypicalModels pool(String operator, int kernel) {
    return then(
        operator,
        Map.of("kernel_shape", numbers(kernel, kernel), "strides", numbers(kernel, kernel)));
  }

  /** A quantiser of QONNX on the last value. */
  TypicalModels quant(double scale, int bits, boolean isSigned) {
    return then("Quant", signs(isSigned), number(scale), number(0), number(bits));
  }

  private static Map<String, OnnxAttribute> signs(boolean isSigned) {
    return Map.of(
        "signed",
        whole(isSigned ? 1 : 0),
        "narrow",
        whole(isSigned ? 1 : 0),
        "rounding_mode",
        new OnnxAttribute.Text("ROUND"));
  }

  /** Weights on a grid of QONNX; of one bit, they are signs. */
  String quantized(double scale, int bits, int... extents) {
    String weights = normal(extents);
    return bits == 1
        ? aside("BipolarQuant", Map.of(), weights, number(scale))
        : aside("Quant", signs(true), weights, number(scale), number(0), number(bits));
  }

  /** A layer of Brevitas: quantised weights, normalisation, a quantiser of the activations. */
  TypicalModels brevitas(int inputs, int outputs, int weightBits, int bits) {
    String weights = quantized(weightBits == 1 ? 1 : 0.0625, weightBits, outputs, inputs);
    then("MatMul", aside("Transpose", Map.of("perm", numbers(1, 0)), weights));
    channels = outputs;
    normalized();
    return bits == 1
        ? then("BipolarQuant", number(1))
        : quant(Math.scalb(1.0, 1 - bits), bits, true);
  }

  OnnxModel build() {
    return build(13);
  }

  OnnxModel build(long version) {
    return new OnnxModel(
        8,
        "test",
        Map.of("", version, "qonnx.custom_op.general", 1L),
        new OnnxGraph(
            "net",
            nodes,
            constants,
            List.of(input),
            List.of(new OnnxValue(last, ElementType.FLOAT, List.of()))));
  }
}
