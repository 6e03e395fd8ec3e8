package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** The extents of a tensor; the batch is that of the model, and 1 if only its users know it. */
  static void shape(OnnxNode node, ImportedNodes network) {
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
    double value =
        switch (node.attributes().get("value")) {
          case null -> 0;
          case OnnxAttribute.Tensor(OnnxTensor tensor) when tensor.size() == 1 -> tensor.real(0);
          case OnnxAttribute _ -> throw node.unsupported("its value is not one number");
        };
    gives(node, network, network.constant(node, 0), value);
  }

  /** Constants that are repeated along axes where they have one element, or that they lack. */
  static void expand(OnnxNode node, ImportedNodes network) {
    OnnxTensor tensor = network.constant(node, 0);
    List<Integer> wanted = extents(node, network.constant(node, 1));
    List<Integer> given = new ArrayList<>(tensor.extents());
    while (given.size() < wanted.size()) {
      given.addFirst(1);
    }
    List<Integer> extents = new ArrayList<>(given);
    for (int i = 1; i <= wanted.size(); i++) {
      int here = given.get(given.size() - i);
      int there = wanted.get(wanted.size() - i);
      if (here != there && here != 1 && there != 1) {
        throw node.unsupported(
            "it repeats constants of extents " + tensor.extents() + " to " + wanted);
      }
      extents.set(extents.size() - i, here == 1 ? there : here);
    }
    network.takeWeights(size(extents));
    int[] from = {0};
    for (int axis = 0; axis < extents.size(); axis++) {
      int before = given.get(axis);
      int after = extents.get(axis);
      int[] more = new int[from.length * after];
      for (int i = 0; i < more.length; i++) {
        more[i] = from[i / after] * before + (before == 1 ? 0 : i % after);
      }
      from = more;
    }
    network.gives(
        node, new Value.Constant(tensor.picked(extents, from), network.isQuantized(node, 0)));
  }

  private static List<Integer> extents(OnnxNode node, OnnxTensor shape) {
    List<Integer> extents = new ArrayList<>();
    for (long extent : shape.wholes()) {
      if (extent < 0 || extent > Integer.MAX_VALUE) {
        throw node.unsupported("its shape is " + Arrays.toString(shape.wholes()));
      }
      extents.add((int) extent);
    }
    return extents;
  }

  private static long size(List<Integer> extents) {
    long size = 1;
    for (int extent : extents) {
      size *= extent;
      if (size > Shape.LARGEST) {
        throw new CompilerException(
            CompilerError.TOO_LARGE,
            "",
            "its shape is " + extents + "; tensors have up to " + Shape.LARGEST + " elements");
      }
    }
    return size;
  }

  private static void gives(OnnxNode node, ImportedNodes network, OnnxTensor shape, double value) {
    List<Integer> extents = extents(node, shape);
    long size = size(extents);
    network.takeWeights(size);
    double[] numbers = new double[(int) size];
    Arrays.fill(numbers, value);
    network.gives(node, new Value.Constant(OnnxTensor.of("", ElementType.FLOAT, extents, numbers)));
  }
}
