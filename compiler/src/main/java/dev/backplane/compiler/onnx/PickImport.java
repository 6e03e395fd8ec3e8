package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the outputs of the last step of a sequence. */
final class PickImport {
  private PickImport() {}

  /** Elements at an index along an axis; a single number as index removes the axis. */
  static void gather(OnnxNode node, ImportedNodes network) {
    OnnxTensor indices = network.constant(node, 1);
    if (indices.size() != 1 || indices.extents().size() > 1) {
      throw node.unsupported(
          "it takes " + indices.size() + " elements; one is supported, the last");
    }
    Value.Stream input = network.anyStream(node, 0);
    List<Integer> extents = input.extentsWithBatch();
    int axis = axis(node, node.whole("axis", 0), extents.size());
    Value.Stream last = last(node, network, input, axis, indices.whole(0), indices.whole(0) + 1);
    List<Integer> left = last.extentsWithBatch();
    if (indices.extents().isEmpty()) {
      left.remove(axis);
    }
    network.gives(node, last.counted(left, last.order()));
  }

  /** Elements from one index to another along an axis. */
  static void slice(OnnxNode node, ImportedNodes network) {
    boolean isOld = node.attributes().containsKey("starts");
    long[] starts = numbers(node, network, isOld, "starts", 1);
    long[] ends = numbers(node, network, isOld, "ends", 2);
    boolean hasAxes = isOld ? node.attributes().containsKey("axes") : network.hasInput(node, 3);
    long[] axes = hasAxes ? numbers(node, network, isOld, "axes", 3) : new long[1];
    boolean isStepped =
        network.hasInput(node, 4)
            && Arrays.stream(network.constant(node, 4).wholes()).anyMatch(step -> step != 1);
    if (isStepped || ends.length != starts.length || axes.length != starts.length) {
      throw node.unsupported("it takes elements that are not one after the other");
    }
    if (starts.length != 1) {
      throw node.unsupported("it takes elements along several axes");
    }
    Value.Stream input = network.anyStream(node, 0);
    int axis = axis(node, axes[0], input.extentsWithBatch().size());
    network.gives(node, last(node, network, input, axis, starts[0], ends[0]));
  }

  private static long[] numbers(
      OnnxNode node, ImportedNodes network, boolean isOld, String name, int index) {
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

  /**
   * {@return the last step of a stream, with an extent of 1 along the axis} Refuses all other
   * elements.
   */
  private static Value.Stream last(
      OnnxNode node, ImportedNodes network, Value.Stream input, int axis, long from, long to) {
    List<Integer> extents = new ArrayList<>(input.extentsWithBatch());
    int extent = extents.get(axis);
    boolean isLast =
        extent > 0
            && ConstantLayout.bound(from, extent) == extent - 1
            && (ConstantLayout.bound(to, extent) == extent || from == -1);
    Node source = network.node(input.node());
    boolean isWhole = extent == 1 && isLast;
    if (isWhole) {
      return input;
    }
    boolean isOfSequence =
        source.type().equals("lstm")
            && network.isReadOnce(source.name())
            && input.order().isSame()
            && extents.subList(0, axis).stream().allMatch(each -> each <= 1)
            && input.shape().extents().size() == 2
            && input.shape().extents().getFirst() == extent;
    if (!isLast || !isOfSequence) {
      throw node.unsupported(
          "it takes elements of what the network computes; supported is the last step of an LSTM"
              + " that nothing else reads");
    }
    Attributes attributes = source.attributes().with("returns", "last");
    network.change(source.name(), attributes);
    Shape shape = Shape.of(input.shape().extents().getLast());
    extents.set(axis, 1);
    ElementOrder order = ElementOrder.same(shape.size());
    return new Value.Stream(source.name(), shape, shape.extents(), order).counted(extents, order);
  }
}
