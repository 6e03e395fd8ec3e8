package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One number of all positions of a channel, or of all channels of a position. Others are pooled.
 */
final class ReductionImport {
  private ReductionImport() {}

  static void globalMaximum(OnnxNode node, ImportedNodes network) {
    int axes = network.stream(node, 0).extents().size();
    List<Integer> positions = IntStream.range(1, axes).boxed().toList();
    reduce(node, network, "max", Attributes.NONE, positions, true);
  }

  static void maximum(OnnxNode node, ImportedNodes network) {
    reduce(node, network, "max", Attributes.NONE);
  }

  static void sum(OnnxNode node, ImportedNodes network) {
    if (isWhole(node, network)) {
      reduce(node, network, "sum", network.openFormat());
    } else {
      PoolingImport.sum(node, network);
    }
  }

  static void mean(OnnxNode node, ImportedNodes network) {
    if (isWhole(node, network)) {
      reduce(node, network, "average", network.openFormat());
    } else {
      PoolingImport.mean(node, network);
    }
  }

  /** {@return whether it reduces all positions or the channels, as a component does} */
  private static boolean isWhole(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.stream(node, 0);
    if (!input.isAsInModel() && !input.isChannelsLast()) {
      return false;
    }
    int count = input.extents().size();
    StreamLayout layout = StreamLayout.of(node, input);
    List<Integer> axes = ShapeImport.axes(node, network, count + 1);
    List<Integer> reduced =
        axes.stream()
            .filter(axis -> axis > 0)
            .map(axis -> layout.axis(axis - 1, count))
            .sorted()
            .toList();
    return reduced.equals(List.of(count - 1))
        || (!reduced.isEmpty() && reduced.equals(IntStream.range(0, count - 1).boxed().toList()));
  }

  private static void reduce(
      OnnxNode node, ImportedNodes network, String what, Attributes attributes) {
    Value.Stream input = network.stream(node, 0);
    int rank = input.extents().size() + 1;
    List<Integer> axes = ShapeImport.axes(node, network, rank);
    if (axes.contains(0)) {
      throw node.unsupported("it reduces the batch, axis 0, and one sample is computed at a time");
    }
    List<Integer> others = axes.stream().map(axis -> axis - 1).sorted().toList();
    reduce(node, network, what, attributes, others, node.whole("keepdims", 1) != 0);
  }

  private static void reduce(
      OnnxNode node,
      ImportedNodes network,
      String what,
      Attributes attributes,
      List<Integer> axes,
      boolean keepsRank) {
    Value.Stream input = network.stream(node, 0);
    StreamLayout layout = StreamLayout.of(node, input);
    int count = input.extents().size();
    List<Integer> reduced = axes.stream().map(axis -> layout.axis(axis, count)).sorted().toList();
    boolean isOfChannels = reduced.equals(List.of(count - 1));
    boolean isOfPositions =
        !reduced.isEmpty() && reduced.equals(IntStream.range(0, count - 1).boxed().toList());
    if (!isOfChannels && !isOfPositions) {
      throw node.unsupported(
          "it reduces axes "
              + axes.stream().map(axis -> axis + 1).toList()
              + "; all positions are supported, or the channels");
    }
    String type = isOfChannels ? "channel_" + what : global(what);
    String name = network.add(node, type, attributes, input.node());
    List<Integer> extents = new ArrayList<>(input.extents());
    axes.forEach(axis -> extents.set(axis, 1));
    List<Integer> left = new ArrayList<>(extents);
    if (!keepsRank) {
      axes.reversed().forEach(axis -> left.remove((int) axis));
      if (left.isEmpty()) {
        throw node.unsupported("it leaves no axis beside the batch; set keepdims");
      }
    }
    left.addFirst(Value.Stream.BATCH);
    // The positions are gone from the shape in the graph, too.
    Value.Stream all =
        isOfChannels
            ? layout.stream(name, extents)
            : Value.Stream.channelsLast(name, List.of(input.shape().extents().getLast()));
    network.gives(node, all.counted(left, all.order()));
  }

  private static String global(String what) {
    return switch (what) {
      case "max" -> "global_max_pool";
      case "average" -> "global_average_pool";
      default -> "global_" + what;
    };
  }
}
