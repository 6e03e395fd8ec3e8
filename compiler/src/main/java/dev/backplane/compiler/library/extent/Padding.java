package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The place of a tensor in a larger one.
 *
 * @param input the shape of the tensor
 * @param around how many indices are before it along each axis, and then behind it
 * @param gaps how many indices are between two of it, along each axis
 */
record Padding(Shape input, List<Integer> around, List<Integer> gaps) {
  private static final String UNIT = "backplane_pad";

  static Padding of(Attributes attributes, Shape input) {
    int axes = input.extents().size();
    List<Integer> around = Layout.checked("padding", attributes.integers("padding"), 2 * axes, 0);
    List<Integer> gaps =
        attributes.has("gaps")
            ? Layout.checked("gaps", attributes.integers("gaps"), axes, 0)
            : Collections.nCopies(axes, 0);
    return new Padding(input, around, gaps);
  }

  private int before(int axis) {
    return around.get(axis);
  }

  private int step(int axis) {
    return gaps.get(axis) + 1;
  }

  /** The extents are counted in long numbers, as a shape says what is too large. */
  private int extent(int axis) {
    long extent =
        (input.extents().get(axis) - 1L) * step(axis)
            + 1
            + before(axis)
            + around.get(axis + gaps.size());
    return (int) Math.min(extent, Integer.MAX_VALUE);
  }

  Shape output() {
    List<Integer> extents = input.extents();
    for (int axis = 0; axis < gaps.size(); axis++) {
      extents = Layout.with(extents, axis, extent(axis));
    }
    return new Shape(extents);
  }

  boolean changes(int axis) {
    return extent(axis) != input.extents().get(axis);
  }

  /** The places in the output of the elements of the input. */
  int[] places() {
    int[] places = new int[input.size()];
    int run = 1;
    int inner = 1;
    for (int axis = gaps.size() - 1; axis >= 0; axis--) {
      int extent = input.extents().get(axis);
      for (int i = 0; i < places.length; i++) {
        places[i] += (before(axis) + i / inner % extent * step(axis)) * run;
      }
      inner *= extent;
      run *= extent(axis);
    }
    return places;
  }

  /** The unit that pads along an axis whose inner axes are padded already. */
  HdlInstance instance(int axis, int width, int value) {
    int extent = extent(axis);
    int run = Layout.run(output().extents(), axis);
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", width);
    parameters.put("EXTENT", extent);
    parameters.put("INDEX_WIDTH", Rom.indexWidth(extent));
    parameters.put("RUN", run);
    parameters.put("RUN_WIDTH", Rom.indexWidth(run));
    parameters.put("FIRST", before(axis));
    parameters.put("LAST", before(axis) + (input.extents().get(axis) - 1) * step(axis));
    // A step beyond the axis is never taken.
    parameters.put("STEP", Math.min(step(axis), extent));
    parameters.put("VALUE", value);
    return new HdlInstance(UNIT, true, parameters, List.of(UNIT));
  }
}
