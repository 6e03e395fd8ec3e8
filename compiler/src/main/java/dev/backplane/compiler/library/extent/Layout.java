package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/** The place of an axis in a tensor that comes as a stream. */
final class Layout {
  private Layout() {}

  /** {@return how many elements follow each other before the index along an axis advances} */
  static int run(List<Integer> extents, int axis) {
    int run = 1;
    for (int extent : extents.subList(axis + 1, extents.size())) {
      run *= extent;
    }
    return run;
  }

  /** {@return the extents with another one along an axis} */
  static List<Integer> with(List<Integer> extents, int axis, int extent) {
    List<Integer> changed = new ArrayList<>(extents);
    changed.set(axis, extent);
    return changed;
  }

  /** Checks a list that has a number for each axis. */
  static List<Integer> checked(String name, List<Integer> numbers, int count, int least) {
    if (numbers.size() != count || numbers.stream().anyMatch(number -> number < least)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + name,
          numbers + " must be " + count + " whole numbers from " + least + " on");
    }
    if (numbers.stream().anyMatch(number -> number > Shape.LARGEST)) {
      throw new CompilerException(
          CompilerError.TOO_LARGE,
          "attribute " + name,
          numbers + " is too large: tensors have up to " + Shape.LARGEST + " elements");
    }
    return numbers;
  }
}
