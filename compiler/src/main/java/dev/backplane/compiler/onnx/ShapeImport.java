package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Imports operators that change at most how elements are indexed, and no element. */
final class ShapeImport {
  /**
   * The first version of the operators whose models are for inference unless they say otherwise.
   */
  private static final long FIRST_OF_INFERENCE = 7;

  private ShapeImport() {}

  /** The numbers that are counted otherwise, quantised or not. */
  private static Value.Stream stream(OnnxNode node, ImportedNodes network) {
    return network.input(node, 0) instanceof Value.Codes codes
        ? codes.stream()
        : network.anyStream(node, 0);
  }

  private static Value.Stream batchFirst(OnnxNode node, ImportedNodes network) {
    return network.input(node, 0) instanceof Value.Codes codes
        ? codes.stream()
        : network.stream(node, 0);
  }

  private static void gives(
      OnnxNode node, ImportedNodes network, List<Integer> extents, ElementOrder order) {
    Value.Stream stream = stream(node, network).counted(extents, order);
    network.gives(
        node, network.input(node, 0) instanceof Value.Codes codes ? codes.of(stream) : stream);
  }

  /**
   * Imports an operator that passes its input on: it matters only for training, or names a value.
   */
  static void same(OnnxNode node, ImportedNodes network) {
    boolean isDropout = node.operator().equals("Dropout");
    boolean isOldTraining = network.version() < FIRST_OF_INFERENCE && node.whole("is_test", 0) == 0;
    if (isDropout
        && (isOldTraining
            || (network.hasInput(node, 2) && network.constant(node, 2).whole(0) != 0))) {
      throw node.unsupported("it is in training mode; export the model for inference");
    }
    network.gives(node, network.input(node, 0));
  }

  static void flatten(OnnxNode node, ImportedNodes network) {
    Value.Stream input = batchFirst(node, network);
    long axis = node.whole("axis", 1);
    if (axis != 1 && axis != -input.extents().size()) {
      throw node.unsupported("axis is " + axis + "; 1 is supported, which keeps the batch");
    }
    gives(node, network, List.of(Value.Stream.BATCH, input.order().size()), input.order());
  }

  static void reshape(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, boolean isQuantized)) {
      List<Integer> extents =
          extents(node, network.constant(node, 1).wholes(), tensor.extents(), tensor.size());
      network.gives(node, new Value.Constant(tensor.reshaped(extents), isQuantized));
      return;
    }
    if (stream(node, network).batchAxis() != 0) {
      reshapeAround(node, network);
      return;
    }
    Value.Stream input = batchFirst(node, network);
    List<Integer> before = new ArrayList<>(input.extents());
    before.addFirst(Math.toIntExact(network.batch()));
    List<Integer> extents =
        extents(
            node,
            network.constant(node, 1).wholes(),
            before,
            network.batch() * input.order().size());
    if (extents.size() < 2 || extents.getFirst() != network.batch()) {
      throw node.unsupported("it gives extents " + extents + ", which do not begin with the batch");
    }
    extents.set(0, Value.Stream.BATCH);
    gives(node, network, extents, input.order());
  }

  /** Changes the extents before and behind the batch, if it is not the first axis. */
  private static void reshapeAround(OnnxNode node, ImportedNodes network) {
    Value.Stream input = stream(node, network);
    int axis = input.batchAxis();
    List<Integer> before = input.extentsWithBatch();
    before.set(axis, Math.toIntExact(network.batch()));
    List<Integer> extents =
        extents(
            node,
            network.constant(node, 1).wholes(),
            before,
            network.batch() * input.order().size());
    if (extents.size() <= axis
        || !extents.subList(0, axis + 1).equals(before.subList(0, axis + 1))) {
      throw node.unsupported(
          "it gives extents "
              + extents
              + ", which do not begin as "
              + before
              + " do up to the batch");
    }
    extents.set(axis, Value.Stream.BATCH);
    gives(node, network, extents, input.order());
  }

  /**
   * Resolves the shape that an operator asks for: 0 keeps an extent, and -1 stands for the rest.
   */
  private static List<Integer> extents(
      OnnxNode node, long[] wanted, List<Integer> before, long size) {
    List<Integer> extents = new ArrayList<>();
    int open = -1;
    long known = 1;
    for (int i = 0; i < wanted.length; i++) {
      long extent = wanted[i];
      if (extent == 0 && node.whole("allowzero", 0) == 0 && i < before.size()) {
        extent = before.get(i);
      }
      if (extent == -1 && open < 0) {
        open = i;
        extent = 1;
      }
      if (extent < 1 || extent > size) {
        throw node.unsupported("extent " + i + " of its shape is " + wanted[i]);
      }
      known *= extent;
      if (known > size) {
        break;
      }
      extents.add((int) Math.min(extent, Integer.MAX_VALUE));
    }
    if (known > size || size % known != 0 || (open < 0 && known != size)) {
      throw node.unsupported("extents " + before + " cannot become " + Arrays.toString(wanted));
    }
    if (open >= 0) {
      extents.set(open, (int) Math.min(size / known, Integer.MAX_VALUE));
    }
    return extents;
  }

  static void transpose(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, boolean isQuantized)) {
      List<Integer> axes = axes(node, tensor.extents().size());
      network.gives(node, new Value.Constant(tensor.transposed(axes), isQuantized));
      return;
    }
    Value.Stream input = stream(node, network);
    List<Integer> axes = axes(node, input.extents().size() + 1);
    List<Integer> extents = input.extentsWithBatch();
    int batch = input.batchAxis();
    List<Integer> inner =
        axes.stream()
            .filter(axis -> axis != batch)
            .map(axis -> axis < batch ? axis : axis - 1)
            .toList();
    gives(
        node,
        network,
        axes.stream().map(extents::get).toList(),
        input.order().transposed(input.extents(), inner));
  }

  private static List<Integer> axes(OnnxNode node, int rank) {
    List<Long> reversed = new ArrayList<>();
    for (long axis = rank - 1L; axis >= 0; axis--) {
      reversed.add(axis);
    }
    List<Long> axes = node.wholes("perm", reversed);
    if (!reversed.equals(axes.stream().sorted((a, b) -> Long.compare(b, a)).toList())) {
      throw node.unsupported("perm " + axes + " is no order of " + rank + " axes");
    }
    return axes.stream().map(Long::intValue).toList();
  }

  /** Removes extents of 1. */
  static void squeeze(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, boolean isQuantized)) {
      List<Integer> left = squeezed(node, network, tensor.extents());
      network.gives(node, new Value.Constant(tensor.reshaped(left), isQuantized));
      return;
    }
    Value.Stream input = stream(node, network);
    List<Integer> before = input.extentsWithBatch();
    boolean isOfBatch = axes(node, network, before.size()).contains(input.batchAxis());
    List<Integer> extents = isOfBatch ? List.of() : squeezed(node, network, before);
    if (extents.size() < 2) {
      throw node.unsupported("it removes the batch, or everything else");
    }
    gives(node, network, extents, input.order());
  }

  private static List<Integer> squeezed(
      OnnxNode node, ImportedNodes network, List<Integer> extents) {
    List<Integer> left = new ArrayList<>(extents);
    List<Integer> places = axes(node, network, extents.size());
    for (int axis = extents.size() - 1; axis >= 0; axis--) {
      if (places.isEmpty() ? extents.get(axis) == 1 : places.contains(axis)) {
        int extent = left.remove(axis);
        if (extent != 1) {
          throw node.unsupported("it removes axis " + axis + ", which is " + extent + " and not 1");
        }
      }
    }
    return left;
  }

  /** Adds extents of 1. */
  static void unsqueeze(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, boolean isQuantized)) {
      List<Integer> more = unsqueezed(node, network, tensor.extents());
      network.gives(node, new Value.Constant(tensor.reshaped(more), isQuantized));
      return;
    }
    Value.Stream input = stream(node, network);
    List<Integer> extents = unsqueezed(node, network, input.extentsWithBatch());
    gives(node, network, extents, input.order());
  }

  private static List<Integer> unsqueezed(
      OnnxNode node, ImportedNodes network, List<Integer> extents) {
    List<Integer> more = new ArrayList<>(extents);
    int count = axes(node, network, Integer.MAX_VALUE).size();
    for (int axis : axes(node, network, extents.size() + count).stream().sorted().toList()) {
      if (axis > more.size()) {
        throw node.unsupported("axis " + axis + " is beyond the last");
      }
      more.add(axis, 1);
    }
    return more;
  }

  /** Axes are an attribute in older models, and an input in newer ones. */
  static List<Integer> axes(OnnxNode node, ImportedNodes network, int rank) {
    List<Long> given =
        network.hasInput(node, 1)
            ? Arrays.stream(network.constant(node, 1).wholes()).boxed().toList()
            : node.wholes("axes", List.of());
    if (given.stream().anyMatch(axis -> axis < -rank || axis >= rank)) {
      throw node.unsupported("its axes are " + given + ", and there are " + rank);
    }
    return given.stream().map(axis -> Math.floorMod(axis, rank)).toList();
  }
}
