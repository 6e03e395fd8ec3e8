package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of tensors that are concatenated along an axis. Each tensor in turn gives a run of
 * elements: all that have the same indices before the axis.
 *
 * @param axis the axis
 * @param lengths the number of elements in a run of each tensor
 * @param shape the shape of the concatenated tensor
 */
record Runs(int axis, List<Integer> lengths, Shape shape) {
  Runs {
    lengths = List.copyOf(lengths);
  }

  /** Takes an element of one of the tensors. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes the element.
     *
     * @param at where it is in all together
     * @param input which tensor it is of
     * @param index where it is there
     */
    void take(int at, int input, int index);
  }

  /** The axis is the last one, that of the channels, if the attributes do not say it. */
  static Runs of(Attributes attributes, List<Shape> shapes) {
    List<Integer> first = shapes.getFirst().extents();
    int axis = attributes.has("axis") ? attributes.integer("axis") : first.size() - 1;
    if (axis < 0 || axis >= first.size()) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute axis",
          axis + " is no axis of " + shapes.getFirst() + ", which has 0 to " + (first.size() - 1));
    }
    long extent = 0;
    List<Integer> lengths = new ArrayList<>();
    for (Shape shape : shapes) {
      if (!with(shape.extents(), axis, 0).equals(with(first, axis, 0))) {
        throw new CompilerException(
            CompilerError.SHAPE_MISMATCH,
            "",
            "the inputs are " + shapes + ", and must have one shape but for axis " + axis);
      }
      extent += shape.extents().get(axis);
      lengths.add(shape.extents().stream().skip(axis).reduce(1, (size, each) -> size * each));
    }
    return new Runs(axis, lengths, new Shape(with(first, axis, (int) Math.min(extent, 1L << 31))));
  }

  private static List<Integer> with(List<Integer> extents, int axis, int extent) {
    List<Integer> changed = new ArrayList<>(extents);
    if (axis < changed.size()) {
      changed.set(axis, extent);
    }
    return changed;
  }

  /** Gives all elements, in the order in which they lie one behind the other. */
  void forEach(Sink sink) {
    int[] index = new int[lengths.size()];
    for (int at = 0; at < shape.size(); ) {
      for (int input = 0; input < index.length; input++) {
        for (int i = 0; i < lengths.get(input); i++) {
          sink.take(at++, input, index[input]++);
        }
      }
    }
  }
}
