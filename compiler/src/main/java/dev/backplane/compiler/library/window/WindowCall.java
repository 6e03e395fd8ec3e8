package dev.backplane.compiler.library.window;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.stream.Stream;

/** The arguments of Python functions that take windows. */
final class WindowCall {
  /** The file that has the function which gives windows. */
  static final String FILE = "window.py";

  private WindowCall() {}

  /** How windows lie, and the shape of the result. */
  static Attributes of(Window window, Shape result) {
    Axis rows = window.rows();
    Axis columns = window.columns();
    return Attributes.NONE
        .with("image", numbers(rows.extent(), columns.extent(), window.channels()))
        .with("padding", numbers(rows.before(), columns.before(), rows.after(), columns.after()))
        .with("reach", numbers(rows.reach(), columns.reach()))
        .with("stride", numbers(rows.stride(), columns.stride()))
        .with("dilation", numbers(rows.dilation(), columns.dilation()))
        .with("groups", window.groups())
        .with("shape", numbers(result.extents().toArray(new Integer[0])));
  }

  private static Attribute numbers(Integer... numbers) {
    List<Attribute> elements =
        Stream.of(numbers).<Attribute>map(number -> new Attribute.Whole(number)).toList();
    return new Attribute.Sequence(elements);
  }
}
