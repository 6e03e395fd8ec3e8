package dev.backplane.compiler.onnx;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Models whose numbers are on grids, in the dialects that tools write. */
final class QuantizedModels {
  private QuantizedModels() {}

  /** Integers between QuantizeLinear and DequantizeLinear, some narrower than their type. */
  static OnnxModel qcdq() {
    OnnxModels model =
        OnnxModels.of(21, 1, 3, 4, 4)
            .constant(scalar("s0", 0.03125))
            .constant(scalar("s1", 0.0625))
            .constant(scalar("s2", 0.125))
            .constant(code("zero", ElementType.INT8, 0))
            .constant(code("middle", ElementType.UINT8, 7))
            .constant(code("low", ElementType.INT8, -7))
            .constant(code("high", ElementType.INT8, 7))
            .constant(codes("w1", 21, 7, 10, 48))
            .constant(OnnxTensor.of("ws1", ElementType.FLOAT, List.of(10), scales(10)))
            .constant(OnnxTensor.of("wz1", ElementType.INT8, List.of(10), new double[10]))
            .constant(codes("w2", 22, 127, 10, 5))
            .constant(scalar("ws2", 0.0078125))
            .constant(
                OnnxTensor.of(
                    "b1", ElementType.INT32, List.of(10), 5, -3, 20, -70, 0, 1, 9, 40, -2, 6))
            .constant(scalar("bs1", 0.0009765625))
            .constant(code("bz1", ElementType.INT32, 0));
    return model
        .then("QuantizeLinear", "s0", "zero")
        .then("DequantizeLinear", "s0", "zero")
        .then("Flatten")
        .aside(
            "w1f",
            "DequantizeLinear",
            Map.of("axis", new OnnxAttribute.Whole(0)),
            "w1",
            "ws1",
            "wz1")
        .aside("b1f", "DequantizeLinear", Map.of(), "b1", "bs1", "bz1")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w1f", "b1f")
        .then("Relu")
        .then("QuantizeLinear", "s1", "middle")
        .then("DequantizeLinear", "s1", "middle")
        .aside("w2f", "DequantizeLinear", Map.of(), "w2", "ws2", "zero")
        .then("MatMul", "w2f")
        .then("QuantizeLinear", "s2", "zero")
        .then("Clip", "low", "high")
        .then("DequantizeLinear", "s2", "zero")
        .build();
  }

  /** The same network as {@link #qcdq}, in the dialect of training tools. */
  static OnnxModel qonnx() {
    OnnxModels model =
        OnnxModels.of(21, 1, 3, 4, 4)
            .constant(scalar("s0", 0.03125))
            .constant(scalar("s1", 0.0625))
            .constant(scalar("s2", 0.125))
            .constant(scalar("zero", 0))
            .constant(scalar("middle", 7))
            .constant(scalar("four", 4))
            .constant(scalar("eight", 8))
            .constant(dequantized(codes("w1", 21, 7, 10, 48), scales(10), 48))
            .constant(OnnxTensor.of("ws1", ElementType.FLOAT, List.of(10, 1), scales(10)))
            .constant(dequantized(codes("w2", 22, 127, 10, 5), new double[] {0.0078125}, 50))
            .constant(scalar("ws2", 0.0078125))
            .constant(
                dequantized(
                    OnnxTensor.of(
                        "b1", ElementType.INT32, List.of(10), 5, -3, 20, -70, 0, 1, 9, 40, -2, 6),
                    new double[] {0.0009765625},
                    10));
    return model
        .then("Quant", signed(1, 0), "s0", "zero", "eight")
        .then("Flatten")
        .aside("w1q", "Quant", signed(1, 1), "w1", "ws1", "zero", "four")
        .then("Gemm", Map.of("transB", new OnnxAttribute.Whole(1)), "w1q", "b1")
        .then("Relu")
        .then("Quant", signed(0, 0), "s1", "middle", "eight")
        .aside("w2q", "Quant", signed(1, 0), "w2", "ws2", "zero", "eight")
        .then("MatMul", "w2q")
        .then("Quant", signed(1, 1), "s2", "zero", "four")
        .build();
  }

  private static Map<String, OnnxAttribute> signed(long signed, long narrow) {
    return Map.of(
        "signed",
        new OnnxAttribute.Whole(signed),
        "narrow",
        new OnnxAttribute.Whole(narrow),
        "rounding_mode",
        new OnnxAttribute.Text("ROUND"));
  }

  private static OnnxTensor dequantized(OnnxTensor codes, double[] scales, int stride) {
    double[] reals = codes.reals();
    for (int i = 0; i < reals.length; i++) {
      reals[i] *= scales[i / stride];
    }
    return OnnxTensor.of(codes.name(), ElementType.FLOAT, codes.extents(), reals);
  }

  /** A network for pictures between QuantizeLinear and DequantizeLinear, as runtimes write it. */
  static OnnxModel pictures() {
    Random random = new Random(41);
    double[] weights = random.ints(4 * 2 * 3 * 3, -127, 128).asDoubleStream().toArray();
    return OnnxModels.of(40, 1, 2, 8, 8)
        .constant(scalar("s0", 0.015625))
        .constant(scalar("s1", 0.25))
        .constant(scalar("ws", 0.0078125))
        .constant(code("zero", ElementType.INT8, 0))
        .constant(code("none", ElementType.UINT8, 0))
        .constant(OnnxTensor.of("w", ElementType.INT8, List.of(4, 2, 3, 3), weights))
        .constant(OnnxTensor.of("b", ElementType.INT32, List.of(4), 300, -200, 0, 77))
        .constant(scalar("bs", 0.0001220703125))
        .constant(code("bz", ElementType.INT32, 0))
        .constant(codes("w2", 42, 127, 36, 3))
        .then("QuantizeLinear", "s0", "zero")
        .then("DequantizeLinear", "s0", "zero")
        .aside("wf", "DequantizeLinear", Map.of(), "w", "ws", "zero")
        .aside("bf", "DequantizeLinear", Map.of(), "b", "bs", "bz")
        .then("Conv", "wf", "bf")
        .then("Relu")
        .then(
            "MaxPool",
            Map.of("kernel_shape", OnnxModels.wholes(2, 2), "strides", OnnxModels.wholes(2, 2)))
        .then("QuantizeLinear", "s1", "none")
        .then("DequantizeLinear", "s1", "none")
        .then("Flatten")
        .aside("w2f", "DequantizeLinear", Map.of(), "w2", "ws", "zero")
        .then("MatMul", "w2f")
        .build();
  }

  /** Inputs and weights of one bit, and weights of one bit that come after numbers of more. */
  static OnnxModel signs() {
    return OnnxModels.of(46, 1, 2, 6, 6)
        .constant(scalar("one", 1))
        .constant(scalar("half", 0.5))
        .normal("w1", 1, 4, 2, 3, 3)
        .normal("w2", 1, 16, 5)
        .normal("w3", 1, 5, 3)
        .constant(OnnxTensor.of("b2", ElementType.FLOAT, List.of(5), 1.5, -0.5, 0, 2, -1))
        .then("BipolarQuant", "one")
        .aside("s1", "BipolarQuant", Map.of(), "w1", "one")
        .then("Conv", "s1")
        .then("BipolarQuant", "one")
        .then(
            "MaxPool",
            Map.of("kernel_shape", OnnxModels.wholes(2, 2), "strides", OnnxModels.wholes(2, 2)))
        .then("Flatten")
        .aside("s2", "BipolarQuant", Map.of(), "w2", "half")
        .then("Gemm", "s2", "b2")
        .aside("s3", "BipolarQuant", Map.of(), "w3", "half")
        .then("MatMul", "s3")
        .build();
  }

  /** The same network without numbers of one bit: what a runtime that does not know them reads. */
  static OnnxModel signsInPlainOperators() {
    OnnxModel signs = signs();
    OnnxModels plain =
        OnnxModels.of(46, 1, 2, 6, 6)
            .constant(scalar("zero", 0))
            .constant(scalar("one", 1))
            .constant(scalar("minus", -1));
    signs.graph().constants().stream()
        .map(
            tensor ->
                switch (tensor.name()) {
                  case "w1" -> bipolar(tensor, 1);
                  case "w2", "w3" -> bipolar(tensor, 0.5);
                  default -> tensor;
                })
        .filter(tensor -> !tensor.name().equals("one"))
        .forEach(plain::constant);
    sign(plain, "a").then("Conv", "w1");
    return sign(plain, "b")
        .then(
            "MaxPool",
            Map.of("kernel_shape", OnnxModels.wholes(2, 2), "strides", OnnxModels.wholes(2, 2)))
        .then("Flatten")
        .then("Gemm", "w2", "b2")
        .then("MatMul", "w3")
        .build();
  }

  private static OnnxModels sign(OnnxModels model, String suffix) {
    String before = model.last();
    return model
        .node(OnnxNode.of("Less", List.of(before, "zero"), "less" + suffix))
        .node(OnnxNode.of("Where", List.of("less" + suffix, "minus", "one"), "sign" + suffix));
  }

  private static OnnxTensor bipolar(OnnxTensor tensor, double scale) {
    double[] signs = tensor.reals();
    for (int i = 0; i < signs.length; i++) {
      signs[i] = signs[i] < 0 ? -scale : scale;
    }
    return OnnxTensor.of(tensor.name(), ElementType.FLOAT, tensor.extents(), signs);
  }

  /** Branches on different grids, which are joined and go on exactly. */
  static OnnxModel joined() {
    Random random = new Random(44);
    double[] weights = random.ints(6, -127, 128).asDoubleStream().toArray();
    OnnxModels model =
        OnnxModels.of(43, 1, 2, 3, 3)
            .constant(scalar("s0", 0.015625))
            .constant(scalar("s1", 0.25))
            .constant(scalar("s2", 0.03125))
            .constant(scalar("ws", 0.0078125))
            .constant(code("zero", ElementType.INT8, 0))
            .constant(code("none", ElementType.UINT8, 0))
            .constant(OnnxTensor.of("w", ElementType.INT8, List.of(3, 2, 1, 1), weights))
            .constant(codes("w2", 45, 127, 45, 3))
            .then("QuantizeLinear", "s0", "zero")
            .then("DequantizeLinear", "s0", "zero");
    String input = model.last();
    model
        .aside("wf", "DequantizeLinear", Map.of(), "w", "ws", "zero")
        .then("Conv", "wf")
        .then("Relu")
        .then("QuantizeLinear", "s1", "none")
        .then("DequantizeLinear", "s1", "none");
    String first = model.last();
    return model
        .node(OnnxNode.of("Relu", List.of(input), "positive"))
        .then("QuantizeLinear", "s2", "zero")
        .then("DequantizeLinear", "s2", "zero")
        .node(
            OnnxNode.of("Concat", List.of(model.last(), first), "joined").with(OnnxModels.axis(1)))
        .then("Flatten")
        .aside("w2f", "DequantizeLinear", Map.of(), "w2", "ws", "zero")
        .then("MatMul", "w2f")
        .build();
  }

  private static OnnxTensor scalar(String name, double value) {
    return OnnxTensor.of(name, ElementType.FLOAT, List.of(), value);
  }

  private static OnnxTensor code(String name, ElementType type, double value) {
    return OnnxTensor.of(name, type, List.of(), value);
  }

  private static double[] scales(int count) {
    double[] scales = new double[count];
    for (int i = 0; i < count; i++) {
      scales[i] = Math.scalb(1.0, -4 - i % 3);
    }
    return scales;
  }

  private static OnnxTensor codes(String name, long seed, int largest, int rows, int columns) {
    Random random = new Random(seed);
    double[] codes = new double[rows * columns];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = random.nextInt(2 * largest + 1) - largest;
    }
    return OnnxTensor.of(name, ElementType.INT8, List.of(rows, columns), codes);
  }
}
