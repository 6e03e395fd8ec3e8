package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The layout of the windows of a convolution or of pooling in a tensor, a number for each
 * direction.
 *
 * @param kernel the size of a window
 * @param strides the distance from one window to the next
 * @param padding the padding before the tensor in each direction, and then behind it
 * @param dilations the distance from one element of a window to the next
 * @param extents the number of windows
 * @param overhang how many elements of the padding behind are not padding of the model, but reached
 *     by a last window that lies partly outside
 */
record Windows(
    List<Integer> kernel,
    List<Integer> strides,
    List<Integer> padding,
    List<Integer> dilations,
    List<Integer> extents,
    List<Integer> overhang) {

  /**
   * Reads the attributes of a node.
   *
   * @param node the node
   * @param input the extents of its input without channels
   * @param pads zeros around that input, beside the padding of the node; none if it is empty
   * @param kernel how large its windows are
   */
  static Windows of(OnnxNode node, List<Integer> input, List<Integer> pads, List<Integer> kernel) {
    Windows windows = of(node, around(input, pads), kernel);
    if (pads.stream().allMatch(pad -> pad == 0)) {
      return windows;
    }
    int directions = input.size();
    List<Integer> padding = new ArrayList<>();
    for (int i = 0; i < 2 * directions; i++) {
      int all = windows.padding.get(i) + pads.get(i);
      int reach = (kernel.get(i % directions) - 1) * windows.dilations.get(i % directions) + 1;
      if (all >= reach) {
        throw node.unsupported(
            "with the zeros of the Pad before it, its padding is "
                + all
                + ", and its windows of "
                + reach
                + " would lie in zeros alone");
      }
      padding.add(all);
    }
    return new Windows(
        windows.kernel,
        windows.strides,
        padding,
        windows.dilations,
        windows.extents,
        windows.overhang);
  }

  private static List<Integer> around(List<Integer> input, List<Integer> pads) {
    List<Integer> padded = new ArrayList<>(input);
    for (int i = 0; i < pads.size(); i++) {
      padded.set(i % input.size(), padded.get(i % input.size()) + pads.get(i));
    }
    return padded;
  }

  private static Windows of(OnnxNode node, List<Integer> input, List<Integer> kernel) {
    int directions = input.size();
    List<Integer> strides = positive(node, "strides", directions);
    List<Integer> dilations = positive(node, "dilations", directions);
    List<Integer> padding = new ArrayList<>(padding(node, input, kernel, strides, dilations));
    List<Integer> extents = new ArrayList<>();
    List<Integer> overhang = new ArrayList<>();
    for (int d = 0; d < directions; d++) {
      int reach = (kernel.get(d) - 1) * dilations.get(d) + 1;
      int room = input.get(d) + padding.get(d) + padding.get(directions + d) - reach;
      if (room < 0) {
        throw node.unsupported(
            "its windows of " + kernel + " do not fit into " + input + " with its padding");
      }
      int left = room % strides.get(d);
      boolean isMore =
          left != 0
              && node.whole("ceil_mode", 0) != 0
              && (room / strides.get(d) + 1) * strides.get(d) < input.get(d) + padding.get(d);
      if (isMore) {
        // What lies outside is as padding, and whoever counts elements leaves it out.
        padding.set(directions + d, padding.get(directions + d) + strides.get(d) - left);
      }
      overhang.add(isMore ? strides.get(d) - left : 0);
      extents.add(room / strides.get(d) + (isMore ? 2 : 1));
    }
    return new Windows(kernel, strides, padding, dilations, extents, overhang);
  }

  private static List<Integer> padding(
      OnnxNode node,
      List<Integer> input,
      List<Integer> kernel,
      List<Integer> strides,
      List<Integer> dilations) {
    int directions = input.size();
    String automatic = node.text("auto_pad", "NOTSET");
    if (automatic.equals("NOTSET") || automatic.isEmpty()) {
      return numbers(node, "pads", 2 * directions, 0);
    }
    List<Integer> padding = new ArrayList<>(Collections.nCopies(2 * directions, 0));
    if (automatic.equals("VALID")) {
      return padding;
    }
    if (!automatic.equals("SAME_UPPER") && !automatic.equals("SAME_LOWER")) {
      throw node.unsupported("auto_pad is " + automatic);
    }
    for (int d = 0; d < directions; d++) {
      int windows = Math.ceilDiv(input.get(d), strides.get(d));
      int reach = (kernel.get(d) - 1) * dilations.get(d) + 1;
      int total = Math.max(0, (windows - 1) * strides.get(d) + reach - input.get(d));
      int less = total / 2;
      boolean isUpper = automatic.equals("SAME_UPPER");
      padding.set(d, isUpper ? less : total - less);
      padding.set(directions + d, isUpper ? total - less : less);
    }
    return padding;
  }

  private static List<Integer> positive(OnnxNode node, String name, int count) {
    return numbers(node, name, count, 1);
  }

  /** Whole numbers that are not below their default. */
  static List<Integer> numbers(OnnxNode node, String name, int count, int absent) {
    List<Long> given = node.wholes(name, Collections.nCopies(count, (long) absent));
    if (given.size() != count
        || given.stream().anyMatch(number -> number < absent || number > Short.MAX_VALUE)) {
      throw node.unsupported(
          name + " is " + given + "; " + count + " numbers are needed, from " + absent + " on");
    }
    return given.stream().map(Long::intValue).toList();
  }

  /**
   * What each window's average is multiplied by, as the model divides by fewer elements than a
   * window has: those outside are not counted, nor is padding unless the model says so.
   *
   * @param input the extents of the input without channels
   * @param pads zeros around it that are elements of the model
   * @param countsPadding whether padding is counted too
   * @return a factor for each window
   */
  double[] factors(List<Integer> input, List<Integer> pads, boolean countsPadding) {
    double[] factors = {1};
    for (int d = 0; d < input.size(); d++) {
      int before = pads.isEmpty() ? 0 : pads.get(d);
      int behind = pads.isEmpty() ? 0 : pads.get(input.size() + d);
      int from = countsPadding ? -padding.get(d) : -before;
      int end = padding.get(input.size() + d) - overhang.get(d);
      int to = input.get(d) + (countsPadding ? end : behind);
      double[] finer = new double[factors.length * extents.get(d)];
      for (int i = 0; i < finer.length; i++) {
        int first = i % extents.get(d) * strides.get(d) - padding.get(d);
        int count = 0;
        for (int k = 0; k < kernel.get(d); k++) {
          int at = first + k * dilations.get(d);
          count += at >= from && at < to ? 1 : 0;
        }
        finer[i] = factors[i / extents.get(d)] * kernel.get(d) / Math.max(1, count);
      }
      factors = finer;
    }
    return factors;
  }

  boolean isWithoutPadding() {
    return padding.stream().allMatch(pad -> pad == 0);
  }

  /** The attributes that say how windows lie, as far as they are not the usual ones. */
  Attributes attributes(Attributes others) {
    Attributes all = others;
    if (strides.stream().anyMatch(stride -> stride != 1)) {
      all = all.with("stride", sequence(strides));
    }
    if (padding.stream().anyMatch(pad -> pad != 0)) {
      all = all.with("padding", sequence(padding));
    }
    if (dilations.stream().anyMatch(dilation -> dilation != 1)) {
      all = all.with("dilation", sequence(dilations));
    }
    return all;
  }

  static Attribute sequence(List<Integer> numbers) {
    return new Attribute.Sequence(
        numbers.stream().<Attribute>map(number -> new Attribute.Whole(number)).toList());
  }
}
