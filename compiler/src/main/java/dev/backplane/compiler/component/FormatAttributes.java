package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import java.util.List;

/**
 * Reads and writes formats as attributes: {@code width}, {@code fraction}, and {@code scale} and
 * {@code zero} where they are not 1 and 0.
 */
public final class FormatAttributes {
  private static final String SCALE = "scale";
  private static final String ZERO = "zero";

  private FormatAttributes() {}

  /**
   * Reads a format.
   *
   * @param attributes the attributes of the node
   * @return the format
   */
  public static FixedPoint read(Attributes attributes) {
    return new FixedPoint(
        attributes.integer("width"),
        attributes.integer("fraction"),
        attributes.has(SCALE) ? attributes.get(SCALE, Attribute.Real.class).value() : 1,
        attributes.has(ZERO) ? attributes.get(ZERO, Attribute.Whole.class).value() : 0);
  }

  /**
   * Writes a format.
   *
   * @param attributes the attributes of the node
   * @param format the format
   * @return the attributes with that format in the place of another
   */
  public static Attributes write(Attributes attributes, FixedPoint format) {
    Attributes written =
        attributes
            .without(SCALE)
            .without(ZERO)
            .with("width", format.width())
            .with("fraction", format.fraction());
    if (format.scale() != 1) {
      written = written.with(SCALE, new Attribute.Real(format.scale()));
    }
    return format.zero() == 0 ? written : written.with(ZERO, format.zero());
  }

  /** {@return what people read of the attributes that a plain format does not have} */
  public static List<AttributeDescription> described() {
    return List.of(
        AttributeDescription.optional(
            SCALE, Kind.REAL, "1", "what a step is beside the power of two, from 1 to less than 2"),
        AttributeDescription.optional(ZERO, Kind.WHOLE, "0", "the integer that stands for 0"));
  }

  /** Refuses formats that are not plain, at a node whose component computes with plain ones. */
  static void checkPlain(Component component, Node node, List<TensorType> inputs) {
    for (TensorType input : inputs) {
      if (!component.allowsScale() && !input.format().isPlain()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            node.label(),
            "the "
                + node.type()
                + " '"
                + node.name()
                + "' needs a format without scale and zero, and its input is of "
                + input.format()
                + "; put a requantize before it");
      }
    }
  }

  /** Refuses the format of a result that is not plain, where the component gives plain ones. */
  static TensorType checkPlainResult(Component component, Node node, TensorType result) {
    if (!component.allowsScale() && !result.format().isPlain()) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          node.label(),
          "the "
              + node.type()
              + " '"
              + node.name()
              + "' gives a format without scale and zero, not "
              + result.format()
              + "; put a requantize behind it");
    }
    return result;
  }
}
