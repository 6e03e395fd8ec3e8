package dev.backplane.compiler.onnx;

import java.util.List;
import java.util.Map;

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

  /** The extents of a stream; the batch is that of the model, and 1 if only its users know it. */
  static void shape(OnnxNode node, ImportedNodes network) {
    List<Integer> extents =
        ConstantLayout.range(node, network.anyStream(node, 0).extentsWithBatch());
    long[] shape =
        extents.stream()
            .mapToLong(extent -> extent == Value.Stream.BATCH ? network.batch() : extent)
            .toArray();
    network.gives(node, new Value.Constant(OnnxTensor.of("", List.of(shape.length), shape)));
  }
}
