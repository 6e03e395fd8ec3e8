package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts the elements of a stream into the order of the model, where an operator needs rows of it: a
 * frame is permuted in hardware, if a transposition of the model is not in the graph yet.
 */
final class InModelOrder {
  private static final int MOST_AXES = 4;

  private InModelOrder() {}

  /** {@return the same tensor, whose shape and order in the graph are those of the model} */
  static Value.Stream of(OnnxNode node, ImportedNodes network, Value.Stream stream) {
    if (stream.isAsInModel()) {
      return stream;
    }
    List<Integer> extents = stream.extents();
    List<List<Integer>> shapes = new ArrayList<>(List.of(stream.shape().extents()));
    for (List<Integer> order : orders(extents.size())) {
      shapes.add(order.stream().map(extents::get).toList());
    }
    for (List<Integer> shape : shapes) {
      Optional<List<Integer>> axes =
          orders(shape.size()).stream().filter(order -> isOrder(stream, shape, order)).findFirst();
      if (axes.isPresent()) {
        return permuted(node, network, stream, shape, axes.get());
      }
    }
    throw node.unsupported(
        "its input has extents "
            + extents
            + ", and the graph has its elements in another order, as "
            + stream.shape());
  }

  private static boolean isOrder(Value.Stream stream, List<Integer> shape, List<Integer> axes) {
    return ElementOrder.same(stream.order().size()).transposed(shape, axes).equals(stream.order());
  }

  /** {@return all orders of so many axes, none if they are too many} */
  private static List<List<Integer>> orders(int axes) {
    if (axes > MOST_AXES) {
      return List.of();
    }
    List<List<Integer>> orders = List.of(List.of());
    for (int axis = 0; axis < axes; axis++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> order : orders) {
        for (int at = 0; at <= order.size(); at++) {
          List<Integer> with = new ArrayList<>(order);
          with.add(at, axis);
          longer.add(with);
        }
      }
      orders = longer;
    }
    return orders;
  }

  private static Value.Stream permuted(
      OnnxNode node,
      ImportedNodes network,
      Value.Stream stream,
      List<Integer> shape,
      List<Integer> axes) {
    String name = reshaped(node, network, stream.node(), stream.shape(), new Shape(shape));
    Shape result = new Shape(axes.stream().map(shape::get).toList());
    if (!axes.equals(axes.stream().sorted().toList())) {
      Attributes order = Attributes.NONE.with("order", Windows.sequence(axes));
      name = network.add(node, "permute", order, name);
    }
    Shape wanted = new Shape(stream.extents());
    return new Value.Stream(
        reshaped(node, network, name, result, wanted),
        wanted,
        stream.extents(),
        ElementOrder.same(wanted.size()));
  }

  private static String reshaped(
      OnnxNode node, ImportedNodes network, String name, Shape shape, Shape wanted) {
    return shape.equals(wanted)
        ? name
        : network.add(node, "reshape", Attributes.NONE.with("shape", wanted.asAttribute()), name);
  }
}
