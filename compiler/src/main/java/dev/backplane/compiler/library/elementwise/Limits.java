package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.library.OutputFormat;
import java.util.List;

/**
 * The range that results are cut to, within their format. Rounding keeps the order of numbers, so
 * that cutting a rounded number to rounded limits is the same as rounding the number that is cut.
 *
 * @param low the smallest result, an integer of the format
 * @param high the largest
 */
record Limits(long low, long high) {
  static final String LOW = "low";
  static final String HIGH = "high";

  /** The whole range of a format. */
  static Limits of(FixedPoint format) {
    return new Limits(format.min(), format.max());
  }

  /** The attributes {@code low} and {@code high}, integers of the format; its ends without. */
  static Limits of(Attributes attributes, FixedPoint format) {
    Limits limits =
        new Limits(
            limit(attributes, LOW, format, format.min()),
            limit(attributes, HIGH, format, format.max()));
    if (limits.low > limits.high) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute low",
          limits.low + " is above high, " + limits.high);
    }
    return limits;
  }

  private static long limit(Attributes attributes, String name, FixedPoint format, long otherwise) {
    if (!attributes.has(name)) {
      return otherwise;
    }
    long value = attributes.get(name, Attribute.Whole.class).value();
    if (!format.contains(value)) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH, "attribute " + name, value + " is beyond " + format);
    }
    return value;
  }

  /** Makes integers of real limits; others stay. */
  static Node quantize(Node node, FixedPoint format) {
    Attributes attributes = node.attributes();
    for (String name : new String[] {LOW, HIGH}) {
      if (attributes.values().get(name) instanceof Attribute.Real real) {
        attributes = attributes.with(name, format.quantize(real.value()));
      }
    }
    return node.withAttributes(attributes);
  }

  /** Cuts a number to limits that may still be reals. */
  static double cut(Attributes attributes, double value) {
    double low = real(attributes, LOW, Double.NEGATIVE_INFINITY);
    double high = real(attributes, HIGH, Double.POSITIVE_INFINITY);
    return Math.min(Math.max(value, low), high);
  }

  private static double real(Attributes attributes, String name, double otherwise) {
    if (!attributes.has(name)) {
      return otherwise;
    }
    return attributes.get(name, Attribute.class) instanceof Attribute.Real real
        ? real.value()
        : OutputFormat.of(attributes).real(attributes.integer(name));
  }

  long cut(long value) {
    return Math.clamp(value, low, high);
  }

  static List<AttributeDescription> described() {
    String open = "the end of the output's format";
    return List.of(
        AttributeDescription.optional("low", Kind.REAL, open, "the lower limit"),
        AttributeDescription.optional("high", Kind.REAL, open, "the upper limit"));
  }
}
