package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Models with long short-term memory, as frameworks export them. */
final class SequenceModels {
  private static final int FEATURES = 3;
  private static final int UNITS = 4;

  private SequenceModels() {}

  static Map<String, OnnxAttribute> perm(long... axes) {
    return Map.of("perm", OnnxModels.wholes(axes));
  }

  private static OnnxModels weights(OnnxModels model, String suffix, int features) {
    return model
        .normal("w" + suffix, 0.6, 1, 4 * UNITS, features)
        .normal("r" + suffix, 0.5, 1, 4 * UNITS, UNITS)
        .normal("b" + suffix, 0.3, 1, 8 * UNITS);
  }

  static OnnxNode lstm(String suffix, String input, List<String> outputs, String... initial) {
    List<String> inputs =
        new ArrayList<>(List.of(input, "w" + suffix, "r" + suffix, "b" + suffix, ""));
    Collections.addAll(inputs, initial);
    return new OnnxNode(
        "lstm" + suffix,
        "LSTM",
        "",
        inputs,
        outputs,
        Map.of("hidden_size", new OnnxAttribute.Whole(UNITS)));
  }

  /** The batch comes first, states begin with zeros of its size, and the last step is taken. */
  static OnnxModel batchFirst() {
    OnnxModels model = weights(OnnxModels.of(51, 1, 7, FEATURES), "", FEATURES);
    return model
        .normal("w2", 0.5, UNITS, 2)
        .constant(OnnxTensor.of("first", List.of(1), 0))
        .constant(OnnxTensor.of("one", List.of(1), 1))
        .constant(OnnxTensor.of("units", List.of(1), UNITS))
        .constant(OnnxTensor.of("nothing", ElementType.FLOAT, List.of(), 0.0))
        .constant(OnnxTensor.of("last", List.of(), -1))
        .aside("shape", "Shape", Map.of(), "x")
        .aside("batch", "Gather", Map.of(), "shape", "first")
        .aside("states", "Concat", OnnxModels.axis(0), "one", "batch", "units")
        .aside("zeros", "Expand", Map.of(), "nothing", "states")
        .then("Transpose", perm(1, 0, 2))
        .node(lstm("", model.last(), List.of("y", "h", "c"), "zeros", "zeros"))
        .then("Squeeze", "one")
        .then("Transpose", perm(1, 0, 2))
        .then("Gather", OnnxModels.axis(1), "last")
        .then("MatMul", "w2")
        .build();
  }

  /** The output of the last step is one of the operator itself. */
  static OnnxModel lastOutput() {
    OnnxModels model = weights(OnnxModels.of(52, 1, 5, FEATURES), "", FEATURES);
    model
        .normal("w2", 0.5, UNITS, 2)
        .constant(OnnxTensor.of("first", List.of(1), 0))
        .then("Transpose", perm(1, 0, 2));
    return model
        .node(lstm("", model.last(), List.of("", "h")))
        .node(OnnxNode.of("Squeeze", List.of("h", "first"), "vector"))
        .then("MatMul", "w2")
        .build();
  }

  /**
   * Two layers as one module of PyTorch has them: a state for both, repeated, and a part for each.
   */
  static OnnxModel layersOfOneModule() {
    OnnxModels model = weights(OnnxModels.of(55, 1, 6, FEATURES), "", FEATURES);
    weights(model, "2", UNITS)
        .normal("w3", 0.5, UNITS, 2)
        .constant(OnnxTensor.of("zero", List.of(1), 0))
        .constant(OnnxTensor.of("one", List.of(1), 1))
        .constant(OnnxTensor.of("two", List.of(1), 2))
        .constant(OnnxTensor.of("second", List.of(), 1))
        .constant(OnnxTensor.of("last", List.of(), -1))
        .constant(OnnxTensor.of("extents", List.of(3), 2, 1, UNITS))
        .constant(
            OnnxTensor.of("nothing", ElementType.FLOAT, List.of(1, 1, UNITS), new double[UNITS]))
        .aside("zeros", "Expand", Map.of(), "nothing", "extents")
        .aside("state", "Slice", Map.of(), "zeros", "zero", "one", "zero")
        .aside("row", "Gather", OnnxModels.axis(0), "zeros", "second")
        .aside("state2", "Unsqueeze", Map.of(), "row", "zero")
        .then("Transpose", perm(1, 0, 2))
        .node(lstm("", model.last(), List.of("y", "h", "c"), "state", "state"))
        .then("Squeeze", "one");
    return model
        .node(lstm("2", model.last(), List.of("y2", "h2", "c2"), "state2", "state2"))
        .then("Squeeze", "one")
        .then("Transpose", perm(1, 0, 2))
        .then("Gather", OnnxModels.axis(1), "last")
        .then("MatMul", "w3")
        .build();
  }

  /** Two layers, one behind the other, on a sequence whose steps come first. */
  static OnnxModel stacked() {
    OnnxModels model = weights(OnnxModels.of(53, 6, 1, FEATURES), "", FEATURES);
    weights(model, "2", UNITS).constant(OnnxTensor.of("one", List.of(1), 1));
    model.node(lstm("", "x", List.of("y"))).then("Squeeze", "one").then("Relu");
    return model.node(lstm("2", model.last(), List.of("y2"))).then("Squeeze", "one").build();
  }

  /** As the model before, with the batch first for the operators too. */
  static OnnxModel stackedBatchFirst() {
    OnnxModels model = weights(OnnxModels.of(53, 1, 6, FEATURES), "", FEATURES);
    weights(model, "2", UNITS).constant(OnnxTensor.of("two", List.of(1), 2));
    Map<String, OnnxAttribute> layout = Map.of("layout", new OnnxAttribute.Whole(1));
    model.node(lstm("", "x", List.of("y")).with(layout)).then("Squeeze", "two").then("Relu");
    return model
        .node(lstm("2", model.last(), List.of("y2")).with(layout))
        .then("Squeeze", "two")
        .build();
  }

  /** Other functions, and what is behind the last step as a slice. */
  static OnnxModel hard() {
    OnnxModels model = weights(OnnxModels.of(54, 1, 5, FEATURES), "", FEATURES);
    model
        .constant(OnnxTensor.of("one", List.of(1), 1))
        .constant(OnnxTensor.of("begin", List.of(1), -1))
        .constant(OnnxTensor.of("end", List.of(1), Long.MAX_VALUE))
        .then("Transpose", perm(1, 0, 2));
    return model
        .node(
            lstm("", model.last(), List.of("y"))
                .with(
                    Map.of(
                        "hidden_size",
                        new OnnxAttribute.Whole(UNITS),
                        "activations",
                        new OnnxAttribute.Texts(List.of("HardSigmoid", "Tanh", "Tanh")))))
        .then("Squeeze", "one")
        .then("Transpose", perm(1, 0, 2))
        .then("Slice", "begin", "end", "one")
        .build();
  }

  private static OnnxModels ofBoth(long seed, int steps) {
    return OnnxModels.of(seed, 1, steps, FEATURES)
        .normal("w", 0.6, 2, 4 * UNITS, FEATURES)
        .normal("r", 0.5, 2, 4 * UNITS, UNITS)
        .normal("b", 0.3, 2, 8 * UNITS)
        .then("Transpose", perm(1, 0, 2));
  }

  private static Map<String, OnnxAttribute> direction(String direction) {
    return Map.of(
        "hidden_size",
        new OnnxAttribute.Whole(UNITS),
        "direction",
        new OnnxAttribute.Text(direction));
  }

  /** Both directions beside each other, as PyTorch exports them. */
  static OnnxModel bothDirections() {
    OnnxModels model =
        ofBoth(57, 6)
            .normal("w2", 0.5, 2 * UNITS, 2)
            .constant(OnnxTensor.of("extents", List.of(3), 0, 0, -1));
    return model
        .node(lstm("", model.last(), List.of("y")).with(direction("bidirectional")))
        .then("Transpose", perm(0, 2, 1, 3))
        .then("Reshape", "extents")
        .then("Transpose", perm(1, 0, 2))
        .then("MatMul", "w2")
        .build();
  }

  /** What is left of the sequence at both of its ends. */
  static OnnxModel lastOfBothDirections() {
    OnnxModels model = ofBoth(64, 5).normal("w2", 0.5, 2 * UNITS, 2);
    model.node(lstm("", model.last(), List.of("", "h")).with(direction("bidirectional")));
    return model
        .node(OnnxNode.of("Transpose", List.of("h"), "turned").with(perm(1, 0, 2)))
        .then("Flatten")
        .then("MatMul", "w2")
        .build();
  }

  /** A layer that reads from the last step to the first. */
  static OnnxModel backward() {
    OnnxModels model = weights(OnnxModels.of(59, 6, 1, FEATURES), "", FEATURES);
    return model
        .constant(OnnxTensor.of("one", List.of(1), 1))
        .node(lstm("", "x", List.of("y")).with(direction("reverse")))
        .then("Squeeze", "one")
        .build();
  }
}
