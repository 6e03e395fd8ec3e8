package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One number of each window, or of all of a channel. */
final class PoolingImport {
  private PoolingImport() {}

  static void largest(OnnxNode node, ImportedNodes network) {
    pool(node, network, "max_pool", Attributes.NONE);
  }

  static void average(OnnxNode node, ImportedNodes network) {
    pool(node, network, "average_pool", network.openFormat());
  }

  private static void pool(
      OnnxNode node, ImportedNodes network, String type, Attributes attributes) {
    boolean isAverage = type.equals("average_pool");
    Value.Padded padded =
        isAverage
            ? network.padded(node, 0)
            : new Value.Padded(network.channelsLast(node, 0), List.of());
    Value.Stream input = padded.stream();
    List<Integer> inner = input.extents().subList(1, input.extents().size());
    List<Integer> kernel = Windows.numbers(node, "kernel_shape", inner.size(), 1);
    Windows windows = Windows.of(node, inner, padded.pads(), kernel);
    if (windows.dilations().stream().anyMatch(dilation -> dilation != 1)) {
      throw node.unsupported("dilations are " + windows.dilations() + "; 1 is supported");
    }
    boolean hasOwnPadding = !Windows.of(node, inner, List.of(), kernel).isWithoutPadding();
    if (isAverage && hasOwnPadding && node.whole("count_include_pad", 0) == 0) {
      throw node.unsupported(
          "its padding is not counted, so that windows at the edge have other divisors; set"
              + " count_include_pad, or pad with 0 everywhere");
    }
    Attributes all = windows.attributes(attributes.with("kernel", Windows.sequence(kernel)));
    List<Integer> extents = new ArrayList<>(windows.extents());
    extents.addFirst(input.extents().getFirst());
    String name = network.add(node, type + inner.size() + "d", all, input.node());
    network.gives(node, Value.Stream.channelsLast(name, extents));
  }

  /** A mean over all positions. */
  static void mean(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.stream(node, 0);
    int rank = input.extents().size() + 1;
    List<Integer> axes = ShapeImport.axes(node, network, rank).stream().sorted().toList();
    List<Integer> positions = IntStream.range(2, rank).boxed().toList();
    if (positions.isEmpty() || !axes.equals(positions)) {
      throw node.unsupported(
          "it takes the mean over axes " + axes + "; all behind the channels are supported");
    }
    globalAverage(node, network, node.whole("keepdims", 1) != 0);
  }

  static void globalAverage(OnnxNode node, ImportedNodes network) {
    globalAverage(node, network, true);
  }

  private static void globalAverage(OnnxNode node, ImportedNodes network, boolean keepsRank) {
    Value.Stream input = network.channelsLast(node, 0);
    List<Integer> extents = new ArrayList<>(input.extents());
    for (int i = 1; i < extents.size(); i++) {
      extents.set(i, 1);
    }
    Attributes attributes = network.openFormat();
    String name = network.add(node, "global_average_pool", attributes, input.node());
    Value.Stream all = Value.Stream.channelsLast(name, extents.subList(0, 1));
    extents.addFirst(Value.Stream.BATCH);
    network.gives(node, keepsRank ? all.counted(extents, all.order()) : all);
  }
}
