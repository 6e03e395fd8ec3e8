package dev.backplane.compiler.library;

import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * The format of what a component gives: its attributes {@code width} and {@code fraction}, and
 * {@code scale} and {@code zero} if it is not plain.
 */
public final class OutputFormat {
  private OutputFormat() {}

  /**
   * Reads the format.
   *
   * @param attributes the attributes of the node
   * @return the format
   */
  public static FixedPoint of(Attributes attributes) {
    return FormatAttributes.read(attributes);
  }

  /**
   * Reads the format, of which both attributes may be missing.
   *
   * @param attributes the attributes of the node
   * @param otherwise the format if they are
   * @return the format
   */
  public static FixedPoint of(Attributes attributes, FixedPoint otherwise) {
    return attributes.has("width") || attributes.has("fraction") ? of(attributes) : otherwise;
  }

  /** {@return what people read of both attributes, where every node has to have them} */
  public static List<AttributeDescription> needed() {
    return List.of(
        AttributeDescription.needed("width", Kind.WHOLE, "bits of the output"),
        AttributeDescription.needed(
            "fraction", Kind.WHOLE, "how many of them are behind the point"));
  }

  /** {@return the same of a component whose results may have a scale and a zero} */
  public static List<AttributeDescription> neededWithScale() {
    return Stream.of(needed(), FormatAttributes.described()).flatMap(List::stream).toList();
  }

  /** {@return the same of a component whose results may have a scale and a zero} */
  public static List<AttributeDescription> optionalWithScale() {
    return Stream.of(optional(), FormatAttributes.described()).flatMap(List::stream).toList();
  }

  /** {@return what people read of both attributes, where a node may leave them out} */
  public static List<AttributeDescription> optional() {
    return List.of(
        AttributeDescription.optional(
            "width", Kind.WHOLE, "that of the first input", "bits of the output"),
        AttributeDescription.optional(
            "fraction",
            Kind.WHOLE,
            "that of the first input",
            "how many of them are behind the point"));
  }
}
