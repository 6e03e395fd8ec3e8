package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Evaluates operators that change how elements are counted, or of which type they are. */
final class ConstantLayout {
  private ConstantLayout() {}

  static Map<String, ConstantCall.Evaluation> all() {
    Map<String, ConstantCall.Evaluation> all = new HashMap<>();
    all.put("Identity", call -> List.of(call.input(0)));
    all.put("Dropout", call -> List.of(call.input(0)));
    all.put("Cast", ConstantLayout::cast);
    all.put("Shape", ConstantLayout::shape);
    all.put("Size", call -> List.of(OnnxTensor.of("", List.of(), call.input(0).size())));
    all.put("Reshape", ConstantLayout::reshape);
    all.put("Flatten", ConstantLayout::flatten);
    all.put("Transpose", ConstantLayout::transpose);
    all.put("Squeeze", ConstantLayout::squeeze);
    all.put("Unsqueeze", ConstantLayout::unsqueeze);
    return all;
  }

  private static List<OnnxTensor> cast(ConstantCall call) {
    return List.of(converted(call.node(), call.input(0), CastImport.type(call.node())));
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
          Arrays.stream(reals)
              .map(real -> real < 0 ? Math.ceil(real) + 0.0 : Math.floor(real))
              .toArray();
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

  private static List<OnnxTensor> shape(ConstantCall call) {
    List<Integer> extents = range(call.node(), call.input(0).extents());
    long[] numbers = extents.stream().mapToLong(Integer::longValue).toArray();
    return List.of(OnnxTensor.of("", List.of(numbers.length), numbers));
  }

  /** {@return the extents that a Shape is asked for} */
  static List<Integer> range(OnnxNode node, List<Integer> extents) {
    int rank = extents.size();
    int from = bound(node.whole("start", 0), rank);
    return extents.subList(from, Math.max(from, bound(node.whole("end", rank), rank)));
  }

  /** An index from the end is negative, and one beyond the end is the end. */
  static int bound(long index, int size) {
    return (int) Math.clamp(index < 0 ? index + size : index, 0L, size);
  }

  private static List<OnnxTensor> reshape(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    return List.of(
        tensor.reshaped(
            ReshapedExtents.of(
                call.node(), call.input(1).wholes(), tensor.extents(), tensor.size())));
  }

  private static List<OnnxTensor> flatten(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    List<Integer> extents = tensor.extents();
    long axis = call.node().whole("axis", 1);
    int at = axis == extents.size() ? extents.size() : call.axis(axis, extents.size());
    int outer = extents.subList(0, at).stream().reduce(1, (a, b) -> a * b);
    int inner = extents.subList(at, extents.size()).stream().reduce(1, (a, b) -> a * b);
    return List.of(tensor.reshaped(List.of(outer, inner)));
  }

  private static List<OnnxTensor> transpose(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    return List.of(
        tensor.transposed(ShapeImport.transposedAxes(call.node(), tensor.extents().size())));
  }

  private static List<OnnxTensor> squeeze(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    List<Integer> extents = tensor.extents();
    List<Integer> axes =
        call.wholes("axes", 1)
            .map(given -> call.axes(given, extents.size()))
            .orElseGet(
                () ->
                    IntStream.range(0, extents.size())
                        .filter(axis -> extents.get(axis) == 1)
                        .boxed()
                        .toList());
    for (int axis : axes) {
      if (extents.get(axis) != 1) {
        throw call.node()
            .unsupported("it removes axis " + axis + ", which is " + extents.get(axis));
      }
    }
    return List.of(
        tensor.reshaped(
            IntStream.range(0, extents.size())
                .filter(axis -> !axes.contains(axis))
                .mapToObj(extents::get)
                .toList()));
  }

  private static List<OnnxTensor> unsqueeze(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    long[] given = call.wholes("axes", 1).orElseGet(() -> new long[0]);
    int rank = tensor.extents().size() + given.length;
    List<Integer> axes =
        call.axes(given, rank).stream().distinct().sorted().collect(Collectors.toList());
    if (axes.size() != given.length) {
      throw call.node().unsupported("its axes " + Arrays.toString(given) + " name one twice");
    }
    List<Integer> extents = new ArrayList<>(tensor.extents());
    axes.forEach(axis -> extents.add(axis, 1));
    return List.of(tensor.reshaped(extents));
  }
}
