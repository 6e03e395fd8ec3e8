package dev.backplane.compiler.library.position;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;

/** The format of numbers that count: the attribute {@code width}, or as few bits as they need. */
final class IndexFormat {
  private IndexFormat() {}

  static FixedPoint of(Attributes attributes, int count) {
    int needed = Rom.indexWidth(count) + 1;
    int width = attributes.has("width") ? attributes.integer("width") : needed;
    if (width < needed) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute width",
          "numbers from 0 to " + (count - 1) + " need " + needed + " bits, not " + width);
    }
    return new FixedPoint(width, 0);
  }

  static AttributeDescription described() {
    return AttributeDescription.optional(
        "width", Kind.WHOLE, "as few as are needed", "bits of a position");
  }
}
