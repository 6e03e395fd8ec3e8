package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Tensors that are put one behind the other. */
final class ConcatImport {
  private ConcatImport() {}

  static void concat(OnnxNode node, ImportedNodes network) {
    streams(
        node,
        network,
        IntStream.range(0, node.inputs().size()).mapToObj(i -> network.stream(node, i)).toList());
  }

  private static void streams(OnnxNode node, ImportedNodes network, List<Value.Stream> streams) {
    int rank = streams.getFirst().extents().size() + 1;
    int axis = axis(node, rank) - 1;
    if (axis < 0) {
      throw node.unsupported(
          "it joins along the batch, axis 0, and one sample is computed at a time");
    }
    List<Integer> extents =
        joined(node, axis, streams.stream().map(Value.Stream::extents).toList());
    if (streams.stream().allMatch(Value.Stream::isChannelsLast)) {
      join(node, network, streams, axis, extents, axis == 0 ? rank - 2 : axis - 1);
    } else if (streams.stream().allMatch(Value.Stream::isAsInModel)) {
      join(node, network, streams, axis, extents, axis);
    } else if (rank == 2) {
      List<Value.Stream> vectors =
          streams.stream().map(each -> vector(node, network, each)).toList();
      join(node, network, vectors, axis, extents, 0);
    } else if (streams.stream().anyMatch(Value.Stream::isChannelsLast)) {
      List<Value.Stream> arranged =
          streams.stream().map(each -> network.channelsLast(node, each)).toList();
      join(node, network, arranged, axis, extents, axis == 0 ? rank - 2 : axis - 1);
    } else {
      List<Value.Stream> arranged =
          streams.stream().map(each -> network.asInModel(node, each)).toList();
      join(node, network, arranged, axis, extents, axis);
    }
  }

  private static int axis(OnnxNode node, int rank) {
    long axis = node.whole("axis", 1);
    if (axis < -rank || axis >= rank) {
      throw node.unsupported("axis is " + axis + ", and its first input has " + rank);
    }
    return Math.floorMod(axis, rank);
  }

  /** The extents of all together, which differ in this axis alone. */
  static List<Integer> joined(OnnxNode node, int axis, List<List<Integer>> all) {
    List<Integer> joined = new ArrayList<>(all.getFirst());
    long extent = 0;
    for (List<Integer> extents : all) {
      extent += axis < extents.size() ? extents.get(axis) : 0;
      List<Integer> others = new ArrayList<>(joined);
      others.set(axis, axis < extents.size() ? extents.get(axis) : 0);
      if (!others.equals(extents) || extent > Integer.MAX_VALUE) {
        throw node.unsupported(
            "it joins tensors of extents " + all + ", which do not fit along axis " + axis);
      }
    }
    joined.set(axis, (int) extent);
    return joined;
  }

  /** Elements that the model counts in one row, and so does the graph then. */
  private static Value.Stream vector(OnnxNode node, ImportedNodes network, Value.Stream stream) {
    Shape vector = Shape.of(stream.order().size());
    return stream.shape().equals(vector)
        ? stream
        : new Value.Stream(
            network.add(node, "flatten", Attributes.NONE, stream.node()),
            vector,
            stream.extents(),
            stream.order());
  }

  private static void join(
      OnnxNode node,
      ImportedNodes network,
      List<Value.Stream> streams,
      int axis,
      List<Integer> extents,
      int graphAxis) {
    if (streams.size() == 1) {
      network.gives(node, streams.getFirst());
      return;
    }
    List<String> from = new ArrayList<>();
    for (Value.Stream stream : streams) {
      // Between two nodes is one edge.
      from.add(
          from.contains(stream.node())
              ? network.add(node, "requantize", Attributes.NONE, stream.node())
              : stream.node());
    }
    String name =
        network.add(
            node,
            "concat",
            network.openFormat().with("axis", graphAxis),
            from.toArray(String[]::new));
    List<Integer> shape = new ArrayList<>(streams.getFirst().shape().extents());
    shape.set(
        graphAxis, streams.stream().mapToInt(each -> each.shape().extents().get(graphAxis)).sum());
    network.gives(
        node,
        new Value.Stream(
            name, new Shape(shape), extents, ElementOrder.joined(streams, axis, graphAxis)));
  }
}
