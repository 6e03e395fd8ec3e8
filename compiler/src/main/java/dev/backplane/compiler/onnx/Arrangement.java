package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Puts the elements of a stream into another order. What only counts them otherwise costs nothing,
 * and neither does another order of an input, which the host puts into it. Otherwise hardware moves
 * the elements through a memory.
 */
final class Arrangement {
  private static final int MOST_AXES = 4;
  private static final int MOST_MOVED = 1 << 20;

  private Arrangement() {}

  /**
   * The same tensor in the shape and order of another stream.
   *
   * @param origin the operator that needs it so
   * @param network the network
   * @param stream the tensor
   * @param wanted a stream with the shape and the order
   */
  static Value.Stream of(
      OnnxNode origin, ImportedNodes network, Value.Stream stream, Value.Stream wanted) {
    boolean isSameOrder = stream.order().equals(wanted.order());
    if (isSameOrder && stream.shape().equals(wanted.shape())) {
      return stream;
    }
    Node source = network.node(stream.node());
    if (source.type().equals(Node.INPUT) && network.isReadOnce(source.name())) {
      network.change(
          source.name(), source.attributes().with("shape", wanted.shape().toAttribute()));
      network.orderInput(source.name(), moved(network.inputOrder(source.name()), stream, wanted));
      return stream.arranged(source.name(), wanted);
    }
    String name =
        isSameOrder
            ? reshaped(origin, network, stream.node(), stream.shape(), wanted.shape())
            : permuted(origin, network, stream, wanted);
    return stream.arranged(name, wanted);
  }

  private static ElementOrder moved(ElementOrder given, Value.Stream stream, Value.Stream wanted) {
    return ElementOrder.of(
        IntStream.of(wanted.order().positionsIn(stream.order())).map(given::place).toArray());
  }

  private static String reshaped(
      OnnxNode origin, ImportedNodes network, String before, Shape from, Shape to) {
    if (from.equals(to)) {
      return before;
    }
    String name =
        network.add(origin, "reshape", Attributes.NONE.with("shape", to.toAttribute()), before);
    network.readByOne(name);
    return name;
  }

  private static String permuted(
      OnnxNode origin, ImportedNodes network, Value.Stream stream, Value.Stream wanted) {
    List<Axis> axes = axes(wanted.order().positionsIn(stream.order()));
    List<Axis> before =
        axes.stream().sorted(Comparator.comparing(Axis::stride).reversed()).toList();
    if (axes.size() > MOST_AXES || !areWhole(before) || stream.shape().size() > MOST_MOVED) {
      throw origin.unsupported(
          "its input has extents "
              + stream.extents()
              + ", whose elements are in another order in the graph, and no order of up to "
              + MOST_AXES
              + " axes with "
              + MOST_MOVED
              + " elements puts them right; let Reshape and Transpose before it be inverses of each"
              + " other");
    }
    Shape inner = new Shape(before.stream().map(Axis::extent).toList());
    String counted = reshaped(origin, network, stream.node(), stream.shape(), inner);
    String moved =
        network.add(
            origin,
            "permute",
            Attributes.NONE.with(
                "order",
                new Attribute.Sequence(
                    axes.stream()
                        .<Attribute>map(axis -> new Attribute.Whole(before.indexOf(axis)))
                        .toList())),
            counted);
    network.readByOne(moved);
    Shape outer = new Shape(axes.stream().map(Axis::extent).toList());
    return reshaped(origin, network, moved, outer, wanted.shape());
  }

  /** An axis of the result: its extent, and how far apart neighbours along it were before. */
  private record Axis(int extent, int stride) {}

  /** The axes, outermost first, along which positions advance evenly; the fewest there are. */
  private static List<Axis> axes(int... positions) {
    List<Axis> axes = new ArrayList<>();
    int inner = 1;
    while (inner < positions.length) {
      int stride = positions[inner];
      int extent = 1;
      while ((long) extent * inner < positions.length
          && positions[extent * inner] == extent * stride) {
        extent++;
      }
      while ((positions.length / inner) % extent != 0) {
        extent--;
      }
      axes.addFirst(new Axis(extent, stride));
      inner *= extent;
      if (axes.size() > MOST_AXES || extent == 1) {
        return List.of();
      }
    }
    for (int i = 0; i < positions.length; i++) {
      int rest = i;
      int position = 0;
      for (Axis axis : axes.reversed()) {
        position += rest % axis.extent * axis.stride;
        rest /= axis.extent;
      }
      if (position != positions[i]) {
        return List.of();
      }
    }
    return axes;
  }

  /** Tells whether axes of falling strides are all those of a tensor. */
  private static boolean areWhole(List<Axis> axes) {
    int stride = 1;
    for (Axis axis : axes.reversed()) {
      if (axis.stride != stride) {
        return false;
      }
      stride *= axis.extent;
    }
    return !axes.isEmpty();
  }
}
