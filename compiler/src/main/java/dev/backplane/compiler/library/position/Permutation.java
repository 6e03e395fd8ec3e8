package dev.backplane.compiler.library.position;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Axes in another order.
 *
 * @param extents how many elements the axes of the result have, outermost first
 * @param strides how far apart in the input neighbours along these axes are
 */
record Permutation(List<Integer> extents, List<Integer> strides) {
  static final int MAX_AXES = 4;

  static Permutation of(Attributes attributes, Shape input) {
    List<Integer> order = new ArrayList<>();
    for (Attribute axis : attributes.get("order", Attribute.Sequence.class).elements()) {
      order.add(axis instanceof Attribute.Whole whole ? (int) whole.value() : -1);
    }
    int axes = input.extents().size();
    boolean isOrder = order.stream().sorted().toList().equals(indices(axes));
    if (!isOrder || axes > MAX_AXES) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute order",
          order
              + " is no order of the axes "
              + indices(axes)
              + " of the input; there are "
              + MAX_AXES
              + " at most");
    }
    List<Integer> strides = new ArrayList<>();
    for (int axis : order) {
      int stride = 1;
      for (int extent : input.extents().subList(axis + 1, axes)) {
        stride *= extent;
      }
      strides.add(stride);
    }
    return new Permutation(order.stream().map(input.extents()::get).toList(), strides);
  }

  private static List<Integer> indices(int count) {
    List<Integer> indices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      indices.add(i);
    }
    return indices;
  }

  /** The positions in the input of the elements of the result. */
  int[] positions() {
    int[] positions = new int[1];
    for (int axis = 0; axis < extents.size(); axis++) {
      int extent = extents.get(axis);
      int[] finer = new int[positions.length * extent];
      for (int i = 0; i < finer.length; i++) {
        finer[i] = positions[i / extent] + i % extent * strides.get(axis);
      }
      positions = finer;
    }
    return positions;
  }

  /** {@return the extent of one of four axes, 0 the outermost; missing axes have one element} */
  int extent(int axis) {
    int own = axis - MAX_AXES + extents.size();
    return own < 0 ? 1 : extents.get(own);
  }

  /**
   * {@return the change of the position in the input when this one of four axes advances, and the
   * axes inside it start again}
   */
  int jump(int axis) {
    int own = axis - MAX_AXES + extents.size();
    if (own < 0) {
      return 0;
    }
    int jump = strides.get(own);
    for (int inner = own + 1; inner < extents.size(); inner++) {
      jump -= (extents.get(inner) - 1) * strides.get(inner);
    }
    return jump;
  }
}
