package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Parts of a tensor that the network computes, and tensors that are larger by whole factors. */
final class RangeImport {
  private RangeImport() {}

  /** A constant is known, and the last step of a sequence is an output of its layer. */
  private static boolean isPicked(OnnxNode node, ImportedNodes network) {
    return network.input(node, 0) instanceof Value.Constant
        || network.node(network.anyStream(node, 0).node()).type().equals("lstm");
  }

  static void slice(OnnxNode node, ImportedNodes network) {
    if (isPicked(node, network)) {
      PickImport.slice(node, network);
      return;
    }
    boolean isOld = node.attributes().containsKey("starts");
    long[] starts = numbers(node, network, isOld, "starts", 1);
    long[] ends = numbers(node, network, isOld, "ends", 2);
    long[] axes = numbers(node, network, isOld, "axes", 3);
    long[] steps = new long[starts.length];
    Arrays.fill(steps, 1);
    if (network.hasInput(node, 4)) {
      steps = network.constant(node, 4).wholes();
    }
    if (axes.length == 0) {
      axes = new long[starts.length];
      Arrays.setAll(axes, axis -> axis);
    }
    if (ends.length != starts.length
        || axes.length != starts.length
        || steps.length != starts.length) {
      throw node.unsupported("its starts, ends, axes and steps are not equally many");
    }
    Value.Stream stream = network.stream(node, 0);
    for (int i = 0; i < starts.length; i++) {
      stream = range(node, network, stream, axes[i], starts[i], ends[i], steps[i]);
    }
    network.gives(node, stream);
  }

  private static long[] numbers(
      OnnxNode node, ImportedNodes network, boolean isOld, String name, int index) {
    if (!isOld && !network.hasInput(node, index)) {
      return new long[0];
    }
    return isOld
        ? node.wholes(name, List.of()).stream().mapToLong(Long::longValue).toArray()
        : network.constant(node, index).wholes();
  }

  private static int axis(OnnxNode node, long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw node.unsupported("axis is " + axis + ", and its input has " + rank);
    }
    return Math.floorMod(axis, rank);
  }

  private static Value.Stream range(
      OnnxNode node,
      ImportedNodes network,
      Value.Stream input,
      long givenAxis,
      long start,
      long end,
      long step) {
    int axis = axis(node, givenAxis, input.extents().size() + 1) - 1;
    int extent = axis < 0 ? 1 : input.extents().get(axis);
    int from = (int) Math.clamp(start < 0 ? start + extent : start, 0L, extent);
    int to = (int) Math.clamp(end < 0 ? end + extent : end, 0L, extent);
    if (step < 1 || from >= to) {
      throw node.unsupported(
          "it takes elements from "
              + start
              + " to before "
              + end
              + " in steps of "
              + step
              + "; one element at least is needed, and a positive step");
    }
    if (from == 0 && to == extent && step == 1) {
      return input;
    }
    if (axis < 0) {
      throw node.unsupported("it takes a part of the batch, and one sample is computed at a time");
    }
    StreamLayout layout = StreamLayout.of(node, input);
    int count = (int) ((to - from - 1) / step + 1);
    Attributes attributes =
        Attributes.NONE
            .with("axis", layout.axis(axis, input.extents().size()))
            .with("start", from)
            .with("end", to)
            .with("step", Math.min(step, extent));
    List<Integer> extents = new ArrayList<>(input.extents());
    extents.set(axis, count);
    return layout.stream(network.add(node, "slice", attributes, input.node()), extents);
  }

  /** One index along an axis; a single number as index removes the axis. */
  static void gather(OnnxNode node, ImportedNodes network) {
    if (isPicked(node, network)) {
      PickImport.gather(node, network);
      return;
    }
    OnnxTensor indices = network.constant(node, 1);
    if (indices.size() != 1 || indices.extents().size() > 1) {
      throw node.unsupported(
          "it takes "
              + indices.size()
              + " elements of what the network computes; one is supported, or Slice");
    }
    Value.Stream input = network.stream(node, 0);
    long index = indices.whole(0);
    int axis = axis(node, node.whole("axis", 0), input.extents().size() + 1);
    Value.Stream one =
        range(node, network, input, axis, index, index == -1 ? Integer.MAX_VALUE : index + 1, 1);
    List<Integer> left = one.extentsWithBatch();
    if (indices.extents().isEmpty()) {
      if (axis == 0 || left.size() == 2) {
        throw node.unsupported("it removes the batch, or everything else");
      }
      left.remove(axis);
    }
    network.gives(node, one.counted(left, one.order()));
  }

  static void split(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.stream(node, 0);
    int axis = axis(node, node.whole("axis", 0), input.extents().size() + 1);
    int extent = axis == 0 ? 1 : input.extents().get(axis - 1);
    int parts = node.outputs().size();
    long[] sizes = new long[parts];
    int each = Math.ceilDiv(extent, Math.max(1, parts));
    Arrays.fill(sizes, each);
    if (parts > 0) {
      sizes[parts - 1] = extent - (long) each * (parts - 1);
    }
    if (network.hasInput(node, 1)) {
      sizes = network.constant(node, 1).wholes();
    } else if (node.attributes().containsKey("split")) {
      sizes = node.wholes("split", List.of()).stream().mapToLong(Long::longValue).toArray();
    }
    if (sizes.length != parts
        || node.whole("num_outputs", parts) != parts
        || Arrays.stream(sizes).anyMatch(size -> size < 1)
        || Arrays.stream(sizes).sum() != extent) {
      throw node.unsupported(
          "it gives "
              + parts
              + " parts of sizes "
              + Arrays.toString(sizes)
              + ", and its input has "
              + extent);
    }
    long start = 0;
    for (int i = 0; i < parts; i++) {
      String output = node.outputs().get(i);
      if (!output.isEmpty() && network.isUsed(output)) {
        network.set(output, range(node, network, input, axis, start, start + sizes[i], 1));
      }
      start += sizes[i];
    }
  }

  static void resize(OnnxNode node, ImportedNodes network) {
    String mode = node.text("mode", "nearest");
    String places = node.text("coordinate_transformation_mode", "half_pixel");
    String rounding = node.text("nearest_mode", "round_prefer_floor");
    boolean isOld = network.version() < 11;
    boolean isOfMiddles =
        (places.equals("half_pixel") || places.equals("pytorch_half_pixel"))
            && rounding.startsWith("round_prefer");
    boolean isOfBegins = places.equals("asymmetric") && rounding.equals("floor");
    if (!mode.equals("nearest") || !(isOld || isOfMiddles || isOfBegins)) {
      throw node.unsupported(
          "mode is "
              + mode
              + ", with "
              + places
              + " and "
              + rounding
              + "; nearest is supported, by half_pixel, or asymmetric with floor");
    }
    if (node.attributes().containsKey("axes")) {
      throw node.unsupported("it names the axes that it resizes; all axes in order are supported");
    }
    Value.Stream input = network.stream(node, 0);
    larger(node, network, input, factors(node, network, input, isOld ? 1 : 2));
  }

  static void upsample(OnnxNode node, ImportedNodes network) {
    String mode = node.text("mode", "nearest");
    if (!mode.equals("nearest")) {
      throw node.unsupported("mode is " + mode + "; nearest is supported");
    }
    Value.Stream input = network.stream(node, 0);
    larger(node, network, input, factors(node, network, input, 1));
  }

  /** The factors of all axes, that of the batch first. */
  private static double[] factors(
      OnnxNode node, ImportedNodes network, Value.Stream input, int index) {
    if (node.attributes().get("scales") instanceof OnnxAttribute.Reals(List<Float> scales)) {
      return scales.stream().mapToDouble(Float::doubleValue).toArray();
    }
    if (network.hasInput(node, index) && network.constant(node, index).size() > 0) {
      return network.constant(node, index).reals();
    }
    double[] sizes = Arrays.stream(network.constant(node, 3).wholes()).asDoubleStream().toArray();
    for (int i = 0; i < sizes.length && i <= input.extents().size(); i++) {
      sizes[i] /= i == 0 ? network.batch() : input.extents().get(i - 1);
    }
    return sizes;
  }

  private static void larger(
      OnnxNode node, ImportedNodes network, Value.Stream input, double... factors) {
    boolean isWhole =
        Arrays.stream(factors)
            .allMatch(factor -> factor == Math.rint(factor) && factor >= 1 && factor < 1 << 16);
    if (!isWhole || factors.length != input.extents().size() + 1 || factors[0] != 1) {
      throw node.unsupported(
          "its factors are "
              + Arrays.toString(factors)
              + "; whole numbers are supported, and 1 for the batch");
    }
    List<Integer> whole = Arrays.stream(factors).skip(1).mapToObj(factor -> (int) factor).toList();
    if (whole.stream().allMatch(factor -> factor == 1)) {
      network.gives(node, input);
      return;
    }
    StreamLayout layout = StreamLayout.of(node, input);
    Attributes attributes =
        Attributes.NONE.with("factors", Windows.sequence(layout.ordered(whole)));
    List<Integer> extents = new ArrayList<>();
    for (int axis = 0; axis < whole.size(); axis++) {
      extents.add(Math.multiplyExact(input.extents().get(axis), whole.get(axis)));
    }
    network.gives(
        node, layout.stream(network.add(node, "resize", attributes, input.node()), extents));
  }
}
