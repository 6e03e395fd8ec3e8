package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Maps the elements of a tensor of a model to their places in a tensor of the graph. ONNX has
 * channels first; in the graph they are last, so that a stream has all channels of a place
 * together. Immutable.
 */
final class ElementOrder {
  private final int[] places;

  private ElementOrder(int[] places) {
    this.places = places;
  }

  /** {@return the order that both have in common} */
  static ElementOrder same(int size) {
    return new ElementOrder(IntStream.range(0, size).toArray());
  }

  /** {@return an order with these places, each of which is there once} */
  static ElementOrder of(int... places) {
    return new ElementOrder(places);
  }

  /** {@return the order of a tensor whose first extent becomes the last} */
  static ElementOrder channelsLast(List<Integer> extents) {
    int size = new Shape(extents).size();
    int channels = extents.isEmpty() ? 1 : extents.getFirst();
    int inner = size / channels;
    return new ElementOrder(
        IntStream.range(0, size).map(i -> i % channels * inner + i / channels).toArray());
  }

  /**
   * The order of tensors that are put one behind the other.
   *
   * @param streams the tensors
   * @param axis along which axis of the model
   * @param graphAxis along which axis of the graph
   */
  static ElementOrder joined(List<Value.Stream> streams, int axis, int graphAxis) {
    long size = 0;
    int modelRun = 0;
    int graphRun = 0;
    for (Value.Stream stream : streams) {
      size += stream.order().size();
      modelRun += run(stream.extents(), axis);
      graphRun += run(stream.shape().extents(), graphAxis);
    }
    int[] places = new int[Shape.of((int) Math.min(size, Integer.MAX_VALUE)).size()];
    int modelOffset = 0;
    int graphOffset = 0;
    for (Value.Stream stream : streams) {
      int inModel = run(stream.extents(), axis);
      int inGraph = run(stream.shape().extents(), graphAxis);
      for (int i = 0; i < stream.order().size(); i++) {
        int place = stream.order().place(i);
        places[i / inGraph * graphRun + graphOffset + i % inGraph] =
            place / inModel * modelRun + modelOffset + place % inModel;
      }
      modelOffset += inModel;
      graphOffset += inGraph;
    }
    return new ElementOrder(places);
  }

  /** {@return the number of elements that agree in all indices before an axis} */
  private static int run(List<Integer> extents, int axis) {
    return extents.stream().skip(axis).reduce(1, (size, extent) -> size * extent);
  }

  /** An order that was written down by {@link #toTensor}. */
  static ElementOrder of(IntegerTensor tensor) {
    int[] places = new int[tensor.size()];
    BitSet taken = new BitSet();
    for (int i = 0; i < places.length; i++) {
      long place = tensor.get(i);
      if (place < 0 || place >= places.length || taken.get((int) place)) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID, "", "the order of elements has " + place + " wrongly");
      }
      taken.set((int) place);
      places[i] = (int) place;
    }
    return new ElementOrder(places);
  }

  IntegerTensor toTensor() {
    return IntegerTensor.of(
        Shape.of(places.length), Arrays.stream(places).asLongStream().toArray());
  }

  boolean isSame() {
    return equals(same(places.length));
  }

  /** {@return the position in the model's tensor of the element at this position of the graph's} */
  int place(int position) {
    return places[position];
  }

  int size() {
    return places.length;
  }

  /** {@return for each position of this order the one in which another has the same element} */
  int[] positionsIn(ElementOrder other) {
    int[] inverse = new int[places.length];
    for (int i = 0; i < inverse.length; i++) {
      inverse[other.places[i]] = i;
    }
    return IntStream.of(places).map(place -> inverse[place]).toArray();
  }

  /**
   * Follows a tensor of the model whose axes are transposed, while the data stay.
   *
   * @param extents the extents before
   * @param axes which axis becomes the first, the second, ...
   * @return the order of the data in the transposed tensor
   */
  ElementOrder transposed(List<Integer> extents, List<Integer> axes) {
    int rank = extents.size();
    int[] strides = new int[rank];
    int stride = 1;
    for (int i = rank - 1; i >= 0; i--) {
      strides[axes.get(i)] = stride;
      stride *= extents.get(axes.get(i));
    }
    int[] moved = new int[places.length];
    for (int p = 0; p < moved.length; p++) {
      int rest = places[p];
      for (int axis = rank - 1; axis >= 0; axis--) {
        moved[p] += rest % extents.get(axis) * strides[axis];
        rest /= extents.get(axis);
      }
    }
    return new ElementOrder(moved);
  }

  /**
   * Puts the elements of a model's tensor into the order of the graph.
   *
   * @param elements as many as the tensor has
   * @return the elements in the order of the graph
   */
  double[] toGraph(double... elements) {
    checkLength(elements.length);
    return Arrays.stream(places).mapToDouble(place -> elements[place]).toArray();
  }

  /**
   * Puts the elements of a graph's tensor into the order of the model.
   *
   * @param elements as many as the tensor has
   * @return the elements in the order of the model
   */
  double[] toModel(double... elements) {
    checkLength(elements.length);
    double[] ordered = new double[elements.length];
    for (int p = 0; p < ordered.length; p++) {
      ordered[places[p]] = elements[p];
    }
    return ordered;
  }

  private void checkLength(int length) {
    if (length != places.length) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the tensor has " + places.length + " elements, and " + length + " were given");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ElementOrder order && Arrays.equals(places, order.places);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(places);
  }
}
