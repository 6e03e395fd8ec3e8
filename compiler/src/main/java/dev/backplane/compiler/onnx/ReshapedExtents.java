package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Resolves the shape that Reshape asks for: 0 keeps an extent, and -1 stands for the rest. */
final class ReshapedExtents {
  private ReshapedExtents() {}

  /**
   * The extents of the result.
   *
   * @param node the operator
   * @param wanted the numbers that it is given
   * @param before the extents of what it reshapes
   * @param size how many elements that has
   */
  static List<Integer> of(OnnxNode node, long[] wanted, List<Integer> before, long size) {
    List<Integer> extents = new ArrayList<>();
    int open = -1;
    long known = 1;
    for (int i = 0; i < wanted.length; i++) {
      long extent = wanted[i];
      if (extent == 0 && node.whole("allowzero", 0) == 0 && i < before.size()) {
        extent = before.get(i);
      }
      if (extent == -1 && open < 0) {
        open = i;
        extent = 1;
      }
      if (extent < 1 || extent > size) {
        throw node.unsupported("extent " + i + " of its shape is " + wanted[i]);
      }
      known *= extent;
      if (known > size) {
        break;
      }
      extents.add((int) Math.min(extent, Integer.MAX_VALUE));
    }
    if (known > size || size % known != 0 || (open < 0 && known != size)) {
      throw node.unsupported("extents " + before + " cannot become " + Arrays.toString(wanted));
    }
    if (open >= 0) {
      extents.set(open, (int) Math.min(size / known, Integer.MAX_VALUE));
    }
    return extents;
  }
}
