package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values that are known before the model runs. */
final class ConstantImport {
  private ConstantImport() {}

  static void constant(OnnxNode node, ImportedNodes network) {
    if (node.attributes().size() != 1) {
      throw node.unsupported("it has " + node.attributes().size() + " attributes, not one");
    }
    Map.Entry<String, OnnxAttribute> only = node.attributes().entrySet().iterator().next();
    String name = node.outputs().getFirst();
    OnnxTensor tensor =
        switch (only.getValue()) {
          case OnnxAttribute.Tensor(OnnxTensor value) -> value;
          case OnnxAttribute.Real(float value) ->
              OnnxTensor.of(name, ElementType.FLOAT, List.of(), value);
          case OnnxAttribute.Whole(long value) -> OnnxTensor.of(name, List.of(), value);
          case OnnxAttribute.Reals(var values) ->
              OnnxTensor.of(
                  name,
                  ElementType.FLOAT,
                  List.of(values.size()),
                  values.stream().mapToDouble(Float::doubleValue).toArray());
          case OnnxAttribute.Wholes(var values) ->
              OnnxTensor.of(
                  name,
                  List.of(values.size()),
                  values.stream().mapToLong(Long::longValue).toArray());
          case OnnxAttribute.Text _, OnnxAttribute.Texts _, OnnxAttribute.Other _ ->
              throw node.unsupported("attribute " + only.getKey() + " has no numbers");
        };
    network.gives(node, new Value.Constant(tensor));
  }

  /** The extents of a tensor; the batch is that of the model, and 1 if only its users know it. */
  static void shape(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of());
    List<Integer> extents =
        network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, var _)
            ? tensor.extents()
            : network.anyStream(node, 0).extentsWithBatch();
    long[] shape =
        extents.stream()
            .mapToLong(extent -> extent == Value.Stream.BATCH ? network.batch() : extent)
            .toArray();
    network.gives(node, new Value.Constant(OnnxTensor.of("", List.of(shape.length), shape)));
  }

  /** One number in all places of a shape. */
  static void filled(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of("value"));
    double value =
        switch (node.attributes().get("value")) {
          case null -> 0;
          case OnnxAttribute.Tensor(OnnxTensor tensor) when tensor.size() == 1 -> tensor.real(0);
          case OnnxAttribute _ -> throw node.unsupported("its value is not one number");
        };
    gives(node, network, network.constant(node, 0), value);
  }

  /** One number that is repeated. */
  static void expand(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of());
    OnnxTensor tensor = network.constant(node, 0);
    if (tensor.size() != 1) {
      throw node.unsupported(
          "it repeats constants of extents " + tensor.extents() + "; one number is supported");
    }
    gives(node, network, network.constant(node, 1), tensor.real(0));
  }

  private static void gives(OnnxNode node, ImportedNodes network, OnnxTensor shape, double value) {
    long size = 1;
    List<Integer> extents = new ArrayList<>();
    for (long extent : shape.wholes()) {
      size *= extent;
      if (extent < 0 || extent > Integer.MAX_VALUE || size > Integer.MAX_VALUE) {
        throw node.unsupported("its shape is " + Arrays.toString(shape.wholes()));
      }
      extents.add((int) extent);
    }
    network.takeWeights(size);
    double[] numbers = new double[(int) size];
    Arrays.fill(numbers, value);
    network.gives(node, new Value.Constant(OnnxTensor.of("", ElementType.FLOAT, extents, numbers)));
  }
}
