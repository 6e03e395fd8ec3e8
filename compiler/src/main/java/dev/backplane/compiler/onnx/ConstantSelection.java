package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Evaluates operators that take, repeat, join and make elements. */
final class ConstantSelection {
  private ConstantSelection() {}

  static Map<String, ConstantCall.Evaluation> all() {
    Map<String, ConstantCall.Evaluation> all = new HashMap<>();
    all.put("Gather", ConstantSelection::gather);
    all.put("GatherElements", ConstantSelection::gatherElements);
    all.put("Slice", ConstantSelection::slice);
    all.put("Split", ConstantSelection::split);
    all.put("Concat", ConstantSelection::concat);
    all.put("Expand", ConstantSelection::expand);
    all.put("Tile", ConstantSelection::tile);
    all.put("Pad", ConstantSelection::pad);
    all.put("ConstantOfShape", ConstantSelection::filled);
    all.put("Range", ConstantSelection::range);
    all.put("NonZero", ConstantSelection::nonZero);
    return all;
  }

  private static int product(List<Integer> extents) {
    return extents.stream().reduce(1, (a, b) -> a * b);
  }

  private static int index(OnnxNode node, long wanted, int extent) {
    long index = wanted < 0 ? wanted + extent : wanted;
    if (index < 0 || index >= extent) {
      throw node.unsupported("it takes element " + wanted + " of " + extent);
    }
    return (int) index;
  }

  /** Elements at indices along an axis, whose place the extents of the indices take. */
  private static OnnxTensor along(
      ConstantCall call, OnnxTensor tensor, int axis, List<Integer> extents, long... indices) {
    List<Integer> left = new ArrayList<>(tensor.extents());
    int extent = left.remove(axis);
    left.addAll(axis, extents);
    int[] from = new int[call.size(left)];
    int inner = product(tensor.extents().subList(axis + 1, tensor.extents().size()));
    int outer = product(tensor.extents().subList(0, axis));
    int at = 0;
    for (int o = 0; o < outer; o++) {
      for (long wanted : indices) {
        int index = index(call.node(), wanted, extent);
        for (int i = 0; i < inner; i++) {
          from[at++] = (o * extent + index) * inner + i;
        }
      }
    }
    return tensor.picked(left, from);
  }

  private static List<OnnxTensor> gather(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    OnnxTensor indices = call.input(1);
    int axis = call.axis(call.node().whole("axis", 0), tensor.extents().size());
    return List.of(along(call, tensor, axis, indices.extents(), indices.wholes()));
  }

  /** For each place an element at another index along the axis. */
  private static List<OnnxTensor> gatherElements(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    OnnxTensor indices = call.input(1);
    int rank = tensor.extents().size();
    int axis = call.axis(call.node().whole("axis", 0), rank);
    if (indices.extents().size() != rank) {
      throw call.node().unsupported("its indices have extents " + indices.extents());
    }
    int[] from = new int[indices.size()];
    for (int i = 0; i < from.length; i++) {
      int rest = i;
      int stride = 1;
      for (int a = rank - 1; a >= 0; a--) {
        int extent = tensor.extents().get(a);
        int own = rest % indices.extents().get(a);
        rest /= indices.extents().get(a);
        from[i] += stride * index(call.node(), a == axis ? indices.whole(i) : own, extent);
        stride *= extent;
      }
    }
    return List.of(tensor.picked(indices.extents(), from));
  }

  private static List<OnnxTensor> slice(ConstantCall call) {
    boolean isOld = call.node().attributes().containsKey("starts");
    long[] starts =
        call.wholes("starts", isOld ? Integer.MAX_VALUE : 1).orElseGet(() -> new long[0]);
    long[] ends = call.wholes("ends", isOld ? Integer.MAX_VALUE : 2).orElseGet(() -> new long[0]);
    long[] axes =
        call.wholes("axes", isOld ? Integer.MAX_VALUE : 3)
            .orElseGet(() -> LongStream.range(0, starts.length).toArray());
    long[] steps = new long[starts.length];
    Arrays.fill(steps, 1);
    if (!isOld && call.has(4)) {
      steps = call.input(4).wholes();
    }
    if (ends.length != starts.length
        || axes.length != starts.length
        || steps.length != starts.length) {
      throw call.node().unsupported("its starts, ends, axes and steps are not as many");
    }
    OnnxTensor left = call.input(0);
    for (int i = 0; i < axes.length; i++) {
      int axis = call.axis(axes[i], left.extents().size());
      long[] indices = indices(call.node(), starts[i], ends[i], steps[i], left.extents().get(axis));
      left = along(call, left, axis, List.of(indices.length), indices);
    }
    return List.of(left);
  }

  private static long[] indices(OnnxNode node, long start, long end, long step, int extent) {
    if (step == 0) {
      throw node.unsupported("its step is 0");
    }
    long from = start < 0 ? start + extent : start;
    long to = end < 0 ? end + extent : end;
    if (step > 0) {
      long first = Math.clamp(from, 0L, (long) extent);
      long last = Math.clamp(to, first, Math.max(first, extent));
      return LongStream.range(0, Math.ceilDiv(last - first, step))
          .map(i -> first + i * step)
          .toArray();
    }
    long first = Math.clamp(from, -1L, extent - 1L);
    long last = Math.clamp(end < -extent ? -1 : to, -1L, Math.max(-1L, extent - 1L));
    long count = first <= last ? 0 : Math.ceilDiv(first - last, -step);
    return LongStream.range(0, count).map(i -> first + i * step).toArray();
  }

  private static List<OnnxTensor> split(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    int axis = call.axis(call.node().whole("axis", 0), tensor.extents().size());
    int parts = call.node().outputs().size();
    int extent = tensor.extents().get(axis);
    long each = Math.ceilDiv(extent, parts);
    long[] sizes =
        call.wholes("split", 1)
            .orElseGet(
                () ->
                    LongStream.range(0, parts)
                        .map(part -> Math.clamp(extent - part * each, 0, each))
                        .toArray());
    if (sizes.length != parts || Arrays.stream(sizes).sum() != extent) {
      throw call.node().unsupported("it splits " + extent + " into " + Arrays.toString(sizes));
    }
    List<OnnxTensor> results = new ArrayList<>();
    long from = 0;
    for (long size : sizes) {
      long[] indices = LongStream.range(from, from + size).toArray();
      results.add(along(call, tensor, axis, List.of(indices.length), indices));
      from += size;
    }
    return results;
  }

  private static List<OnnxTensor> concat(ConstantCall call) {
    List<OnnxTensor> tensors = call.given();
    int axis = call.axis(call.node().whole("axis", 1), tensors.getFirst().extents().size());
    List<Integer> extents =
        ConcatImport.joined(call.node(), axis, tensors.stream().map(OnnxTensor::extents).toList());
    if (tensors.stream().anyMatch(tensor -> tensor.type() != tensors.getFirst().type())) {
      throw call.node().unsupported("the constants that it joins have several types");
    }
    call.size(extents);
    return List.of(OnnxTensor.joined(tensors, axis, extents));
  }

  private static List<OnnxTensor> expand(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    List<Integer> extents =
        call.broadcast(List.of(tensor.extents(), call.extents(call.input(1).wholes())));
    return List.of(tensor.picked(extents, ConstantCall.repeated(tensor.extents(), extents)));
  }

  private static List<OnnxTensor> tile(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    List<Integer> times = call.extents(call.input(1).wholes());
    if (times.size() != tensor.extents().size()) {
      throw call.node().unsupported("it repeats " + tensor.extents() + " " + times + " times");
    }
    OnnxTensor tiled = tensor;
    for (int axis = 0; axis < times.size(); axis++) {
      int extent = tensor.extents().get(axis);
      List<Integer> extents = new ArrayList<>(tiled.extents());
      extents.set(axis, (int) Math.min((long) extent * times.get(axis), Integer.MAX_VALUE));
      call.size(extents);
      long[] indices = LongStream.range(0, extents.get(axis)).map(i -> i % extent).toArray();
      tiled = along(call, tiled, axis, List.of(indices.length), indices);
    }
    return List.of(tiled);
  }

  private static List<OnnxTensor> pad(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    int rank = tensor.extents().size();
    long[] pads = call.wholes("pads", 1).orElseGet(() -> new long[0]);
    if (!call.node().text("mode", "constant").equals("constant")
        || pads.length != 2 * rank
        || call.has(3)
        || Arrays.stream(pads).anyMatch(pad -> pad < 0)) {
      throw call.node().unsupported("it pads constants otherwise than with one number");
    }
    double value = call.has(2) ? call.input(2).real(0) : call.node().real("value", 0);
    List<Integer> extents = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      long extent = tensor.extents().get(axis) + pads[axis] + pads[rank + axis];
      extents.add((int) Math.min(extent, Integer.MAX_VALUE));
    }
    double[] padded = new double[call.size(extents)];
    Arrays.fill(padded, value);
    for (int i = 0; i < tensor.size(); i++) {
      int rest = i;
      int at = 0;
      int stride = 1;
      for (int axis = rank - 1; axis >= 0; axis--) {
        at += stride * (rest % tensor.extents().get(axis) + (int) pads[axis]);
        rest /= tensor.extents().get(axis);
        stride *= extents.get(axis);
      }
      padded[at] = tensor.real(i);
    }
    return List.of(OnnxTensor.of("", tensor.type(), extents, padded));
  }

  /** One number in all places of a shape. */
  private static List<OnnxTensor> filled(ConstantCall call) {
    List<Integer> extents = call.extents(call.input(0).wholes());
    OnnxTensor value =
        switch (call.node().attributes().get("value")) {
          case null -> OnnxTensor.of("", ElementType.FLOAT, List.of(), 0.0);
          case OnnxAttribute.Tensor(OnnxTensor tensor) when tensor.size() == 1 -> tensor;
          case OnnxAttribute _ -> throw call.node().unsupported("its value is not one number");
        };
    double[] numbers = new double[call.size(extents)];
    Arrays.fill(numbers, value.real(0));
    return List.of(OnnxTensor.of("", value.type(), extents, numbers));
  }

  private static List<OnnxTensor> range(ConstantCall call) {
    ElementType type = call.input(0).type();
    double start = call.input(0).real(0);
    double step = call.input(2).real(0);
    double count = Math.max(0, Math.ceil((call.input(1).real(0) - start) / step));
    if (!(count <= Integer.MAX_VALUE)) {
      throw call.node().unsupported("it counts " + count + " numbers");
    }
    List<Integer> extents = Collections.singletonList((int) count);
    double[] numbers = new double[call.size(extents)];
    Arrays.setAll(numbers, i -> start + i * step);
    return List.of(OnnxTensor.of("", type, extents, numbers));
  }

  /** The indices of all numbers that are not 0, a row for each axis. */
  private static List<OnnxTensor> nonZero(ConstantCall call) {
    OnnxTensor tensor = call.input(0);
    int[] found = IntStream.range(0, tensor.size()).filter(i -> tensor.real(i) != 0).toArray();
    int rank = tensor.extents().size();
    long[] indices = new long[rank * found.length];
    for (int i = 0; i < found.length; i++) {
      int rest = found[i];
      for (int axis = rank - 1; axis >= 0; axis--) {
        indices[axis * found.length + i] = rest % tensor.extents().get(axis);
        rest /= tensor.extents().get(axis);
      }
    }
    return List.of(OnnxTensor.of("", List.of(rank, found.length), indices));
  }
}
