package dev.backplane.examples.digits;

import dev.backplane.compiler.onnx.ElementType;
import dev.backplane.compiler.onnx.OnnxGraph;
import dev.backplane.compiler.onnx.OnnxModel;
import dev.backplane.compiler.onnx.OnnxNode;
import dev.backplane.compiler.onnx.OnnxTensor;
import dev.backplane.compiler.onnx.OnnxValue;
import java.util.List;
import java.util.Map;

/** The frame of models that read one digit. */
final class DigitModel {
  /** The input. */
  static final String IMAGE = "image";

  private static final long IR_VERSION = 8;
  private static final long OPERATORS = 13;

  private DigitModel() {}

  /** {@return a model of these nodes, the last of which gives {@code scores}} */
  static OnnxModel of(List<OnnxNode> nodes, List<OnnxTensor> constants) {
    OnnxValue image = OnnxValue.of(IMAGE, ElementType.FLOAT, 1, 1, Digit.SIDE, Digit.SIDE);
    OnnxValue scores = OnnxValue.of("scores", ElementType.FLOAT, 1, Digit.CLASSES);
    return new OnnxModel(
        IR_VERSION,
        "backplane-examples",
        Map.of("", OPERATORS),
        new OnnxGraph("digits", nodes, constants, List.of(image), List.of(scores)));
  }
}
