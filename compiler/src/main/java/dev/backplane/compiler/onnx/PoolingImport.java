package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One number of each window, or of all of a channel. */
final class PoolingImport {
  private PoolingImport() {}

  static void largest(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Codes codes) {
      // Rounding keeps the order of numbers.
      Value.Padded stream = new Value.Padded(network.channelsLast(node, codes.stream()), List.of());
      network.gives(node, codes.of(pool(node, network, stream, "max_pool", Attributes.NONE)));
      return;
    }
    Value.Padded input = new Value.Padded(network.channelsLast(node, 0), List.of());
    network.gives(node, pool(node, network, input, "max_pool", Attributes.NONE));
  }

  /** The largest of windows of a tensor that has its channels last in the model. */
  static void largestChannelsLast(OnnxNode node, ImportedNodes network) {
    Value.Stream input =
        network.channelsLast(node, ChannelsLast.asFirst(node, network.stream(node, 0)));
    Value.Padded padded = new Value.Padded(input, List.of());
    network.gives(
        node, ChannelsLast.asLast(pool(node, network, padded, "max_pool", Attributes.NONE)));
  }

  static void average(OnnxNode node, ImportedNodes network) {
    Value.Padded input = network.padded(node, 0);
    Value.Stream averages = pool(node, network, input, "average_pool", network.openFormat());
    List<Integer> inner = input.stream().extents().subList(1, input.stream().extents().size());
    List<Integer> kernel = Windows.numbers(node, "kernel_shape", inner.size(), 1);
    Windows windows = Windows.of(node, inner, input.pads(), kernel);
    double[] factors =
        windows.factors(inner, input.pads(), node.whole("count_include_pad", 0) != 0);
    if (IntStream.range(0, factors.length).allMatch(i -> factors[i] == 1)) {
      network.gives(node, averages);
      return;
    }
    List<Integer> extents = new ArrayList<>(windows.extents());
    extents.addFirst(1);
    Spread spread =
        Spread.of(node, network, averages, OnnxTensor.of("", ElementType.DOUBLE, extents, factors));
    double[] row = spread.row(0);
    NormalizationImport.scale(node, network, spread.stream(), row, new double[row.length]);
  }

  private static Value.Stream pool(
      OnnxNode node,
      ImportedNodes network,
      Value.Padded padded,
      String type,
      Attributes attributes) {
    Value.Stream input = padded.stream();
    List<Integer> inner = input.extents().subList(1, input.extents().size());
    List<Integer> kernel = Windows.numbers(node, "kernel_shape", inner.size(), 1);
    Windows windows = Windows.of(node, inner, padded.pads(), kernel);
    if (windows.dilations().stream().anyMatch(dilation -> dilation != 1)) {
      throw node.unsupported("dilations are " + windows.dilations() + "; 1 is supported");
    }
    Attributes all = windows.attributes(attributes.with("kernel", Windows.sequence(kernel)));
    List<Integer> extents = new ArrayList<>(windows.extents());
    extents.addFirst(input.extents().getFirst());
    String name = network.add(node, type + inner.size() + "d", all, input.node());
    return Value.Stream.channelsLast(name, extents);
  }

  /** A mean over axes, each of which is one then or is gone. */
  static void mean(OnnxNode node, ImportedNodes network) {
    network.gives(node, overAxes(node, network));
  }

  /** A sum over axes: so many times their mean. */
  static void sum(OnnxNode node, ImportedNodes network) {
    Value.Stream means = overAxes(node, network);
    double count = (double) network.anyStream(node, 0).order().size() / means.order().size();
    network.gives(node, NormalizationImport.scaled(node, network, means, count));
  }

  private static Value.Stream overAxes(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.anyStream(node, 0);
    List<Integer> all = input.extentsWithBatch();
    List<Integer> axes = ShapeImport.axes(node, network, all.size());
    int batch = input.batchAxis();
    if (axes.isEmpty() || axes.contains(batch)) {
      throw node.unsupported(
          "it is over axes "
              + (axes.isEmpty() ? "that are not named" : axes)
              + ", with the batch; axes of one sample are supported");
    }
    List<Integer> reduced =
        axes.stream().map(axis -> batch < 0 || axis < batch ? axis : axis - 1).sorted().toList();
    Value.Stream rows = rows(input, reduced);
    Value.Stream channels = Value.Stream.channelsLast(input.node(), input.extents());
    boolean isOfChannels =
        reduced.equals(IntStream.range(1, input.extents().size()).boxed().toList());
    Value.Stream arranged = Arrangement.of(node, network, input, isOfChannels ? channels : rows);
    String name = network.add(node, "global_average_pool", network.openFormat(), arranged.node());
    boolean keepsRank = node.whole("keepdims", 1) != 0;
    List<Integer> extents = new ArrayList<>();
    for (int axis = 0; axis < all.size(); axis++) {
      if (!axes.contains(axis)) {
        extents.add(all.get(axis));
      } else if (keepsRank) {
        extents.add(1);
      }
    }
    Shape shape = Shape.of(rows.shape().extents().getLast());
    ElementOrder order = ElementOrder.same(shape.size());
    return new Value.Stream(name, shape, shape.extents(), order).counted(extents, order);
  }

  /** A tensor with axes before all others, as rows of one number for each place of the others. */
  private static Value.Stream rows(Value.Stream stream, List<Integer> axes) {
    List<Integer> extents = stream.extents();
    List<Integer> order = new ArrayList<>(axes);
    IntStream.range(0, extents.size()).filter(axis -> !axes.contains(axis)).forEach(order::add);
    int count = axes.stream().distinct().mapToInt(extents::get).reduce(1, (a, b) -> a * b);
    ElementOrder same = ElementOrder.same(stream.order().size());
    return new Value.Stream(
        stream.node(),
        Shape.of(count, same.size() / count),
        extents,
        ElementOrder.of(same.positionsIn(same.transposed(extents, order))),
        stream.batchAxis());
  }

  static void globalAverage(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.channelsLast(node, 0);
    List<Integer> extents = new ArrayList<>(input.extents());
    for (int i = 1; i < extents.size(); i++) {
      extents.set(i, 1);
    }
    String name = network.add(node, "global_average_pool", network.openFormat(), input.node());
    Value.Stream all = Value.Stream.channelsLast(name, extents.subList(0, 1));
    extents.addFirst(Value.Stream.BATCH);
    network.gives(node, all.counted(extents, all.order()));
  }
}
