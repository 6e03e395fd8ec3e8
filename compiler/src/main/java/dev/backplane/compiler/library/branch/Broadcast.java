package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.extent.RepeatUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The way in which elements of two tensors meet. Both have one shape, or those of the smaller one
 * are repeated: its extents, compared from the last one on, are those of the larger one, or 1 along
 * axes that follow each other.
 *
 * @param shape the shape of the larger one
 * @param first how elements of the first are repeated
 * @param second how those of the second are
 */
record Broadcast(Shape shape, RepeatUnit first, RepeatUnit second) {
  private static final RepeatUnit ONCE = new RepeatUnit(1, 1);

  static Broadcast of(Shape first, Shape second) {
    boolean isSecondSmaller =
        first.size() > second.size()
            || (first.size() == second.size() && first.extents().size() >= second.extents().size());
    Shape small = isSecondSmaller ? second : first;
    Shape large = isSecondSmaller ? first : second;
    RepeatUnit repeat =
        repeat(small, large)
            .orElseThrow(
                () ->
                    new CompilerException(
                        CompilerError.SHAPE_MISMATCH,
                        "",
                        "the inputs are "
                            + first
                            + " and "
                            + second
                            + ", and must have one shape; or the smaller one has an extent of 1"
                            + " along axes that follow each other"));
    return isSecondSmaller
        ? new Broadcast(large, ONCE, repeat)
        : new Broadcast(large, repeat, ONCE);
  }

  private static Optional<RepeatUnit> repeat(Shape small, Shape large) {
    int axes = large.extents().size();
    List<Integer> extents = padded(small, axes);
    if (extents.size() > axes) {
      return Optional.empty();
    }
    int run = 1;
    int times = 1;
    boolean isBefore = false;
    for (int axis = axes - 1; axis >= 0; axis--) {
      int extent = large.extents().get(axis);
      boolean isSame = extents.get(axis) == extent;
      if (!isSame && (extents.get(axis) != 1 || isBefore)) {
        return Optional.empty();
      }
      if (!isSame) {
        times *= extent;
      } else if (times == 1) {
        run *= extent;
      } else {
        isBefore |= extent > 1;
      }
    }
    return Optional.of(times == 1 ? ONCE : new RepeatUnit(run, times));
  }

  /** {@return the extents of a shape with so many axes, of which the first have 1} */
  static List<Integer> padded(Shape shape, int axes) {
    List<Integer> extents = new ArrayList<>(shape.extents());
    extents.addAll(0, Collections.nCopies(Math.max(0, axes - extents.size()), 1));
    return extents;
  }
}
