package dev.backplane.compiler.onnx;

import java.util.Arrays;
import java.util.List;

/** Numbers as numbers of another type. */
final class CastImport {
  private CastImport() {}

  /** Constants become what they are as the other type; real numbers stay real numbers. */
  static void cast(OnnxNode node, ImportedNodes network) {
    long code = node.whole("to", 0);
    ElementType type =
        ElementType.of(code)
            .orElseThrow(
                () ->
                    node.unsupported(
                        "it makes numbers of type number "
                            + code
                            + "; known are whole numbers of 8 to 64 bits, and floats of 16 to 64"));
    switch (network.input(node, 0)) {
      case Value.Constant(OnnxTensor tensor, boolean isQuantized) -> {
        OnnxTensor made = converted(node, tensor, type);
        boolean isSame = Arrays.equals(made.reals(), tensor.reals());
        network.gives(node, new Value.Constant(made, isQuantized && isSame));
      }
      case Value.OnHost host -> {
        List<HostStep> steps = network.hostSteps();
        if (type.isWhole() && (steps.isEmpty() || steps.getLast() != HostStep.ARG_MAX)) {
          throw node.unsupported("it makes whole numbers of real ones");
        }
        network.gives(node, host);
      }
      case Value.Stream _, Value.Padded _, Value.Codes _, Value.Refused _ -> {
        Value.Stream stream = network.anyStream(node, 0);
        if (type.isWhole()) {
          throw node.unsupported("it makes whole numbers of real ones");
        }
        if (type == ElementType.FLOAT16) {
          network
              .warnings()
              .add(node.label() + ": it rounds to floats of 16 bits, and the graph does not");
        }
        network.gives(node, stream);
      }
    }
  }

  private static OnnxTensor converted(OnnxNode node, OnnxTensor tensor, ElementType type) {
    if (type == tensor.type()) {
      return tensor;
    }
    double[] reals = tensor.reals();
    if (type == ElementType.BOOL) {
      double[] truths = Arrays.stream(reals).map(real -> real == 0 ? 0 : 1).toArray();
      return OnnxTensor.of(tensor.name(), type, tensor.extents(), truths);
    }
    if (type.isWhole() && !tensor.type().isWhole()) {
      double[] cut =
          Arrays.stream(reals).map(real -> real < 0 ? Math.ceil(real) : Math.floor(real)).toArray();
      OnnxTensor made = OnnxTensor.of(tensor.name(), type, tensor.extents(), cut);
      if (!Arrays.equals(made.reals(), cut)) {
        throw node.unsupported("its numbers are beyond " + type);
      }
      return made;
    }
    return type.isWhole()
        ? OnnxTensor.ofWholes(tensor.name(), type, tensor.extents(), tensor.wholes())
        : OnnxTensor.of(tensor.name(), type, tensor.extents(), reals);
  }
}
