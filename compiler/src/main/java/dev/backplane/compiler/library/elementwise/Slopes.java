package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import java.util.List;

/**
 * Two straight lines that meet at 0: x times one slope below 0 and another above, plus an offset.
 *
 * @param below the slope of numbers below 0, as an integer
 * @param above the slope of the others
 * @param fraction how many bits of both are behind the point
 * @param offset what is added
 * @param offsetFraction how many bits of it are behind the point, not more than a product has
 */
record Slopes(long below, long above, int fraction, long offset, int offsetFraction) {
  static final String ALPHA = "alpha";
  static final String ALPHA_FRACTION = "alpha_fraction";
  static final String BETA = "beta";
  static final String BETA_FRACTION = "beta_fraction";

  private static final int DEFAULT_WIDTH = 16;
  private static final int MAX_FRACTION = 30;

  /** {@return the number of bits behind the point of the attribute {@code alpha}} */
  static int fraction(Attributes attributes) {
    int fraction = attributes.integer(ALPHA_FRACTION);
    if (fraction < 0 || fraction > MAX_FRACTION) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute " + ALPHA_FRACTION,
          "a slope has 0 to " + MAX_FRACTION + " bits behind the point, not " + fraction);
    }
    return fraction;
  }

  /** Makes integers of a real slope and a real offset, each in its own format. */
  static Attributes quantize(Attributes defaults, TypedNode node) {
    Attributes attributes = defaults.merge(node.node().attributes());
    int width = attributes.has("slope_width") ? attributes.integer("slope_width") : DEFAULT_WIDTH;
    if (attributes.values().get(ALPHA) instanceof Attribute.Real alpha) {
      attributes = put(attributes, ALPHA, ALPHA_FRACTION, width, MAX_FRACTION, alpha.value());
    }
    if (attributes.values().get(BETA) instanceof Attribute.Real beta) {
      int most = node.input().format().fraction() + fraction(attributes);
      attributes = put(attributes, BETA, BETA_FRACTION, width, most, beta.value());
    }
    return attributes;
  }

  private static Attributes put(
      Attributes attributes, String name, String fraction, int width, int most, double value) {
    FixedPoint finest = FixedPoint.holding(width, value);
    if (finest.fraction() < 0) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute " + name,
          value + " is beyond " + width + " bits; give more with slope_width");
    }
    FixedPoint format = new FixedPoint(width, Math.min(finest.fraction(), most));
    return attributes.with(name, format.quantize(value)).with(fraction, format.fraction());
  }

  /** {@return an attribute as the real number that it stands for; 0 if it is missing} */
  static double real(Attributes attributes, String name, String fraction) {
    if (!attributes.has(name)) {
      return 0;
    }
    return attributes.get(name, Attribute.class) instanceof Attribute.Real real
        ? real.value()
        : Math.scalb((double) attributes.integer(name), -attributes.integer(fraction));
  }

  /** {@return the number of bits behind the point of a result} */
  int sumFraction(FixedPoint input) {
    return input.fraction() + fraction;
  }

  /** {@return the number of zero bits that are appended to the offset} */
  int offsetZeros(FixedPoint input) {
    return sumFraction(input) - offsetFraction;
  }

  /** {@return the number of bits that hold every result} */
  int sumWidth(FixedPoint input) {
    int zeros = offsetZeros(input);
    if (zeros < 0 || zeros > 61 || Math.abs(offset) > Long.MAX_VALUE >> (zeros + 2)) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute " + BETA_FRACTION,
          "with "
              + offsetFraction
              + " bits behind the point the offset does not fit a product with "
              + sumFraction(input)
              + "; it has 62 bits at most");
    }
    long bound = Math.max(Math.abs(below), Math.abs(above)) * -input.min();
    bound += Math.abs(offset) << zeros;
    int width = Long.SIZE - Long.numberOfLeadingZeros(bound) + 1;
    if (bound < 0 || width > 62) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute " + ALPHA,
          "the result needs more than 62 bits; use narrower formats");
    }
    return width;
  }

  /** {@return the number of bits that hold each of the slopes} */
  int slopeWidth() {
    return Math.max(width(below), width(above));
  }

  /** {@return the number of bits of the offset} */
  int offsetWidth() {
    return width(offset);
  }

  private static int width(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value) + 1;
  }

  long apply(long value, int offsetZeros) {
    return value * (value < 0 ? below : above) + (offset << offsetZeros);
  }

  static List<AttributeDescription> describedAlpha(String byDefault) {
    return described(ALPHA, ALPHA_FRACTION, byDefault, "the slope");
  }

  static List<AttributeDescription> describedBeta(String byDefault) {
    return described(BETA, BETA_FRACTION, byDefault, "the offset");
  }

  private static List<AttributeDescription> described(
      String name, String fraction, String byDefault, String meaning) {
    return List.of(
        AttributeDescription.optional(name, Kind.REAL, byDefault, meaning),
        AttributeDescription.quantised(
            fraction, Kind.WHOLE, "how many bits of it are behind the point"));
  }

  static AttributeDescription describedWidth() {
    return AttributeDescription.optional(
        "slope_width", Kind.WHOLE, "" + DEFAULT_WIDTH, "bits of slope and offset");
  }
}
