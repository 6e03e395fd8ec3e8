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
