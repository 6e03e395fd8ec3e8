package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The checked layout of windows on a tensor. A tensor is height x width x channels, or length x
 * channels, which is one of width 1.
 *
 * @param rows the layout from top to bottom
 * @param columns the layout from left to right
 * @param channels the number of channels
 * @param groups the number of groups of channels of a window; each group is taken whole before the
 *     next
 */
record Window(Axis rows, Axis columns, int channels, int groups) {
  /** A side is shorter with its padding, so that sums of positions stay far below 2^31. */
  private static final int LONGEST = 1 << 24;

  /** The most elements of a window: more than any hardware takes, and few enough for memory. */
  private static final int LARGEST = 1 << 20;

  /** Checks how many elements and windows there are, before anybody makes room for them. */
  Window {
    long elements = (long) rows.kernel() * columns.kernel();
    if (elements > LARGEST || elements * (channels / groups) > LARGEST) {
      throw new CompilerException(
          CompilerError.TOO_LARGE,
          "",
          "a window of "
              + rows.kernel()
              + " x "
              + columns.kernel()
              + " elements of "
              + channels / groups
              + " channels is too large; windows have up to "
              + LARGEST
              + " elements");
    }
    Shape.of(rows.windows(), columns.windows(), channels);
  }

  /**
   * Reads stride, padding and dilation.
   *
   * @param attributes the attributes of the node
   * @param input the shape of its input
   * @param kernel how long a window is in each direction, of which there are one or two
   * @param source the attribute that the kernel is known from
   * @param groups says of so many channels how many groups they are
   */
  static Window of(
      Attributes attributes,
      Shape input,
      List<Integer> kernel,
      String source,
      ToIntFunction<Integer> groups) {
    List<Integer> extents = input.extents();
    int directions = kernel.size();
    if (extents.size() != directions + 1) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the input is "
              + input
              + " and must be "
              + (directions == 1 ? "length x channels" : "height x width x channels"));
    }
    List<Integer> stride = read(attributes, "stride", directions, 1);
    List<Integer> dilation = read(attributes, "dilation", directions, 1);
    List<Integer> padding = read(attributes, "padding", 2 * directions, 0);
    List<Axis> axes = new ArrayList<>();
    for (int i = 0; i < directions; i++) {
      axes.add(
          axis(
              source,
              extents.get(i),
              kernel.get(i),
              stride.get(i),
              padding.get(i),
              padding.get(directions + i),
              dilation.get(i)));
    }
    int channels = extents.getLast();
    return new Window(
        axes.getFirst(),
        directions == 1 ? Axis.NONE : axes.getLast(),
        channels,
        groups.applyAsInt(channels));
  }

  private static List<Integer> read(Attributes attributes, String name, int count, int otherwise) {
    if (attributes.find(name, Attribute.Sequence.class).isEmpty()) {
      return Collections.nCopies(count, otherwise);
    }
    List<Integer> values = attributes.integers(name);
    if (values.size() != count) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + name,
          "it has " + values.size() + " numbers, and " + count + " are needed");
    }
    for (int value : values) {
      if (value < otherwise) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute " + name,
            value + " is too small; it must be " + otherwise + " at least");
      }
    }
    return values;
  }

  private static Axis axis(
      String source, int extent, int kernel, int stride, int before, int after, int dilation) {
    long reach = (kernel - 1L) * dilation;
    long padded = (long) extent + before + after;
    if (reach >= padded) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute " + source,
          "a window reaches over "
              + (reach + 1)
              + " elements, and the input has "
              + padded
              + " with its padding");
    }
    if (Math.max(before, after) > reach) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute padding",
          Math.max(before, after)
              + " is as long as a window, which reaches over "
              + (reach + 1)
              + " elements: there would be windows of nothing but padding");
    }
    if (padded > LONGEST) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "a side of " + padded + " elements with its padding is more than " + LONGEST);
    }
    // A stride beyond the end is one to the end: there is but one window. So it is with dilation.
    int step = (int) Math.min(stride, padded);
    return new Axis(extent, kernel, step, before, after, kernel == 1 ? 1 : dilation);
  }

  /** {@return the number of a window's elements in one group of channels} */
  int groupSize() {
    return rows.kernel() * columns.kernel() * (channels / groups);
  }

  int windows() {
    return rows.windows() * columns.windows();
  }

  /** The shape of a result with so many numbers for each window. */
  Shape resultShape(Shape input, int numbers) {
    return input.extents().size() == 2
        ? Shape.of(rows.windows(), numbers)
        : Shape.of(rows.windows(), columns.windows(), numbers);
  }

  /**
   * Says where the elements of a group of a window are in the tensor, -1 for padding, in the order
   * in which hardware takes them.
   */
  void places(int window, int group, int[] into) {
    int size = channels / groups;
    int next = 0;
    for (int i = 0; i < rows.kernel(); i++) {
      int y = rows.at(window / columns.windows(), i);
      for (int j = 0; j < columns.kernel(); j++) {
        int x = columns.at(window % columns.windows(), j);
        int from = (y * columns.extent() + x) * channels + group * size;
        for (int c = 0; c < size; c++) {
          into[next] = y < 0 || x < 0 ? -1 : from + c;
          next++;
        }
      }
    }
  }

  /**
   * {@return the positions of each window's points among the points of the input, -1 for padding}
   */
  IntegerTensor positions() {
    Window ofPoints = new Window(rows, columns, 1, 1);
    int points = ofPoints.groupSize();
    Shape shape = Shape.of(windows(), points);
    int[] ofOne = new int[points];
    long[] positions = new long[shape.size()];
    for (int window = 0; window < windows(); window++) {
      ofPoints.places(window, 0, ofOne);
      for (int i = 0; i < points; i++) {
        positions[window * points + i] = ofOne[i];
      }
    }
    return IntegerTensor.of(shape, positions);
  }

  /** {@return the arguments of functions in Python on windows, with the shape of the result} */
  Attributes pythonArguments(Shape result) {
    return Attributes.NONE
        .with("positions", positions())
        .with("channels", channels)
        .with("shape", result.asAttribute());
  }

  /** {@return the descriptions of the attributes that place the windows} */
  static List<AttributeDescription> described() {
    return List.of(
        AttributeDescription.optional(
            "stride", Kind.WHOLES, "1", "from one window to the next, in each direction"),
        AttributeDescription.optional(
            "padding",
            Kind.WHOLES,
            "0",
            "elements around: those before in each direction, then those behind"));
  }

  /** {@return the description of the attribute {@code dilation}} */
  static AttributeDescription dilation() {
    return AttributeDescription.optional(
        "dilation", Kind.WHOLES, "1", "from one element of a window to the next");
  }
}
