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
    boolean isTraining = network.hasInput(node, 2) && network.constant(node, 2).whole(0) != 0;
    if (isDropout && (isOldTraining || isTraining)) {
      network
          .warnings()
          .add(node.label() + ": it is in training mode, and is left out as in inference");
    }
    network.gives(node, network.input(node, 0));
  }

  /** Two axes: the product of those before an axis, and that of the others. */
  static void flatten(OnnxNode node, ImportedNodes network) {
    List<Integer> before = stream(node, network).extentsWithBatch();
    long given = node.whole("axis", 1);
    int rank = before.size();
    if (given < -rank || given > rank) {
      throw node.unsupported("axis is " + given + ", and its input has " + rank);
    }
    int axis = (int) (given < 0 ? given + rank : given);
    long outer = 1;
    for (int extent : before.subList(0, axis)) {
      outer *= extent == Value.Stream.BATCH ? network.batch() : extent;
    }
    resize(node, network, outer, -1);
  }

  static void reshape(OnnxNode node, ImportedNodes network) {
    resize(node, network, network.constant(node, 1).wholes());
  }

  private static void resize(OnnxNode node, ImportedNodes network, long... wanted) {
    Value.Stream input = stream(node, network);
    List<Integer> before = new ArrayList<>(input.extentsWithBatch());
    int batch = Math.toIntExact(network.batch());
    boolean hasBatch = input.batchAxis() >= 0;
    if (hasBatch) {
      before.set(input.batchAxis(), batch);
    }
    long samples = hasBatch ? batch : 1;
    List<Integer> extents =
        ReshapedExtents.of(node, wanted, before, samples * input.order().size());
    int axis = input.batchAxis();
    if (axis > 0
        && extents.size() > axis
        && extents.subList(0, axis + 1).equals(before.subList(0, axis + 1))) {
      extents.set(axis, Value.Stream.BATCH);
      gives(node, network, extents, input.order());
      return;
    }
    if (samples > 1 && input.batchAxis() != 0) {
      throw node.unsupported(
          "it counts "
              + samples
              + " samples anew whose batch is axis "
              + input.batchAxis()
              + "; export the model with a batch of 1");
    }
    if (!extents.isEmpty() && extents.getFirst() == samples) {
      extents.set(0, Value.Stream.BATCH);
    } else if (samples > 1) {
      throw node.unsupported(
          "it gives extents "
              + extents
              + ", which do not begin with the batch of "
              + samples
              + "; export the model with a batch of 1");
    }
    gives(node, network, extents, input.order());
  }

  static void transpose(OnnxNode node, ImportedNodes network) {
    Value.Stream input = stream(node, network);
    List<Integer> extents = input.extentsWithBatch();
    List<Integer> axes = transposedAxes(node, extents.size());
    int batch = input.batchAxis();
    List<Integer> inner =
        axes.stream()
            .filter(axis -> axis != batch)
            .map(axis -> batch < 0 || axis < batch ? axis : axis - 1)
            .toList();
    gives(
        node,
        network,
        axes.stream().map(extents::get).toList(),
        input.order().transposed(input.extents(), inner));
  }

  /** {@return which axis becomes the first, the second, ...} */
  static List<Integer> transposedAxes(OnnxNode node, int rank) {
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

  /** Removes extents of 1, of which the batch may be one; it stays if none are named. */
  static void squeeze(OnnxNode node, ImportedNodes network) {
    Value.Stream input = stream(node, network);
    List<Integer> before = input.extentsWithBatch();
    List<Integer> axes = axes(node, network, before.size());
    List<Integer> left = new ArrayList<>();
    for (int axis = 0; axis < before.size(); axis++) {
      int extent = before.get(axis);
      if (axes.isEmpty() ? extent != 1 : !axes.contains(axis)) {
        left.add(extent);
      } else if (extent == Value.Stream.BATCH && network.batch() != 1) {
        throw node.unsupported("it removes the batch, which is " + network.batch() + " and not 1");
      } else if (extent > 1) {
        throw node.unsupported("it removes axis " + axis + ", which is " + extent + " and not 1");
      }
    }
    gives(node, network, left, input.order());
  }

  /** Adds extents of 1. */
  static void unsqueeze(OnnxNode node, ImportedNodes network) {
    Value.Stream input = stream(node, network);
    List<Integer> extents = unsqueezed(node, network, input.extentsWithBatch());
    if (input.batchAxis() < 0 && extents.getFirst() == 1) {
      extents.set(0, Value.Stream.BATCH);
    }
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
