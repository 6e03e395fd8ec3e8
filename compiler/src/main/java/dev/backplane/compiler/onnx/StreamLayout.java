package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The axes of a stream in the graph: those of the model, or with the channels last.
 *
 * @param isChannelsLast whether the first axis of the model is the last of the graph
 */
record StreamLayout(boolean isChannelsLast) {
  /** Refuses streams whose elements are in another order. */
  static StreamLayout of(OnnxNode node, Value.Stream stream) {
    if (stream.isAsInModel() || stream.isChannelsLast()) {
      return new StreamLayout(stream.isChannelsLast());
    }
    throw node.unsupported(
        "its input has extents "
            + stream.extents()
            + ", and the graph has its elements in another order, as "
            + stream.shape());
  }

  /** {@return the axis of the graph that an axis of the model is, both without the batch} */
  int axis(int axis, int axes) {
    if (!isChannelsLast) {
      return axis;
    }
    return axis == 0 ? axes - 1 : axis - 1;
  }

  /** {@return numbers of the axes of the model in the order of the graph} */
  List<Integer> ordered(List<Integer> numbers) {
    List<Integer> moved = new ArrayList<>(numbers);
    if (isChannelsLast) {
      moved.addLast(moved.removeFirst());
    }
    return moved;
  }

  /** {@return what a node gives, with these extents in the model} */
  Value.Stream stream(String name, List<Integer> extents) {
    return isChannelsLast
        ? Value.Stream.channelsLast(name, extents)
        : new Value.Stream(
            name, new Shape(extents), extents, ElementOrder.same(new Shape(extents).size()));
  }

  /**
   * Gives a stream these extents, if it has as many elements in the order of this layout.
   *
   * @param node what reads it
   * @param network the network, to which a node is added if the graph has another shape
   * @param stream the stream
   * @param extents the extents in the model
   */
  Value.Stream reshaped(
      OnnxNode node, ImportedNodes network, Value.Stream stream, List<Integer> extents) {
    Value.Stream wanted = stream(stream.node(), extents);
    if (!stream.order().equals(wanted.order())) {
      throw node.unsupported(
          "the elements of its inputs "
              + stream.extents()
              + " and "
              + extents
              + " are in different orders in the graph");
    }
    if (stream.shape().equals(wanted.shape())) {
      return wanted;
    }
    Attributes shape = Attributes.NONE.with("shape", wanted.shape().asAttribute());
    return wanted.from(network.add(node, "reshape", shape, stream.node()));
  }
}
