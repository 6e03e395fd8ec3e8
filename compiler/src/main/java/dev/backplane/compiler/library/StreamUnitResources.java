package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.resource.Resources;
import java.util.List;
import java.util.stream.Stream;

/**
 * Estimates the hardware of static units that multiply streams, or drop, repeat and compare their
 * elements, by their parameters.
 */
public final class StreamUnitResources extends CompilerExtension {
  /** A switch over names, as each function of its own would be a class at every start. */
  private static final List<String> UNITS =
      List.of(
          "backplane_channel_max",
          "backplane_layer_norm",
          "backplane_matmul",
          "backplane_multiply",
          "backplane_pad",
          "backplane_prelu",
          "backplane_repeat",
          "backplane_slice",
          "backplane_softmax");

  /** Creates the plugin, for the plugin loader. */
  public StreamUnitResources() {}

  @Override
  protected void extend(Compiler compiler) {
    for (String name : UNITS) {
      keep(compiler.resources().register(name, instance -> estimate(name, instance)));
    }
  }

  private static Resources estimate(String name, HdlInstance unit) {
    return switch (name) {
      case "backplane_channel_max" -> channelMax(unit);
      case "backplane_layer_norm" -> layerNorm(unit);
      case "backplane_matmul" -> matmul(unit);
      case "backplane_multiply" -> multiply(unit);
      case "backplane_pad" -> pad(unit);
      case "backplane_prelu" -> prelu(unit);
      case "backplane_repeat" -> repeat(unit, "WIDTH", "");
      case "backplane_slice" -> slice(unit);
      case "backplane_softmax" -> softmax(unit);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static int of(HdlInstance unit, String parameter) {
    return unit.parameters().getOrDefault(parameter, 0);
  }

  private static int sum(HdlInstance unit, String... parameters) {
    return Stream.of(parameters).mapToInt(each -> of(unit, each)).sum();
  }

  /** {@return the number of adders that rounding takes: 1 if a result is shifted} */
  private static int rounding(HdlInstance unit) {
    return of(unit, "SHIFT") > 0 ? 1 : 0;
  }

  private static Resources channelMax(HdlInstance unit) {
    return new Resources(
        0,
        2,
        sum(unit, "COUNT_WIDTH", "CHANNEL_WIDTH"),
        (long) of(unit, "CHANNELS") * of(unit, "WIDTH"));
  }

  private static Resources slice(HdlInstance unit) {
    return new Resources(0, 3, 2L * of(unit, "INDEX_WIDTH") + of(unit, "RUN_WIDTH"), 0);
  }

  private static Resources pad(HdlInstance unit) {
    int flags = 1;
    return slice(unit).plus(new Resources(0, 0, flags, 0));
  }

  /** Estimates a repetition, which takes nothing if elements are given once. */
  private static Resources repeat(HdlInstance unit, String width, String input) {
    if (of(unit, "TIMES" + input) == 1) {
      return Resources.NONE;
    }
    int flags = 2;
    int bits = of(unit, width);
    return new Resources(
        0,
        2,
        flags + sum(unit, "INDEX" + input + "_WIDTH", "TIMES" + input + "_WIDTH") + 2L * bits,
        (long) of(unit, "RUN" + input) * bits);
  }

  private static Resources multiply(HdlInstance unit) {
    int flags = 1;
    int zeros = (of(unit, "ZERO0") == 0 ? 0 : 1) + (of(unit, "ZERO1") == 0 ? 0 : 1);
    return new Resources(1, zeros + rounding(unit), flags + of(unit, "PRODUCT_WIDTH"), 0)
        .plus(repeat(unit, "IN0_WIDTH", "0"))
        .plus(repeat(unit, "IN1_WIDTH", "1"));
  }

  private static Resources prelu(HdlInstance unit) {
    int flags = 2;
    return new Resources(
        1, 1 + rounding(unit), flags + sum(unit, "CHANNEL_WIDTH", "IN_WIDTH", "PRODUCT_WIDTH"), 0);
  }

  /** Estimates products of matrices: the second one is kept, and a row of the first. */
  private static Resources matmul(HdlInstance unit) {
    int flags = 6;
    int counterBits =
        sum(unit, "ROW_WIDTH", "INNER_WIDTH", "COLUMN_WIDTH") + 2 * of(unit, "ADDRESS_WIDTH");
    return new Resources(
        1,
        7 + rounding(unit),
        flags + counterBits + sum(unit, "IN0_WIDTH", "IN1_WIDTH", "SUM_WIDTH"),
        (long) of(unit, "SIZE") * of(unit, "IN1_WIDTH")
            + (long) of(unit, "INNER") * of(unit, "IN0_WIDTH"));
  }

  /** Estimates a softmax: numbers and their exponentials are kept, and one is divided at a time. */
  private static Resources softmax(HdlInstance unit) {
    int flags = 4;
    int quotientBits = of(unit, "FRACTION") + 1;
    return new Resources(
        0,
        6,
        flags
            + 2L * sum(unit, "INDEX_WIDTH", "SUM_WIDTH")
            + sum(unit, "IN_WIDTH", "STEP_WIDTH")
            + quotientBits,
        (long) of(unit, "COUNT") * sum(unit, "IN_WIDTH", "EXP_WIDTH"));
  }

  /** Estimates a normalisation: three products, of which two are with constants, and a root. */
  private static Resources layerNorm(HdlInstance unit) {
    int flags = 6;
    long registerBits =
        flags
            + 4L * of(unit, "ROOT_WIDTH")
            + of(unit, "ROOT_WIDTH")
            + sum(unit, "INDEX_WIDTH", "SUM_WIDTH", "DIFF_WIDTH", "SQUARES_WIDTH")
            + sum(unit, "ROOT_STEP_WIDTH", "DIVIDEND_WIDTH", "STEP_WIDTH");
    return new Resources(
        1 + multiplier(of(unit, "COUNT")) + multiplier(of(unit, "FACTOR")),
        12,
        registerBits,
        (long) of(unit, "COUNT") * of(unit, "IN_WIDTH"));
  }

  /** {@return the number of multipliers by a constant: none for a power of two} */
  private static int multiplier(int constant) {
    return Integer.bitCount(constant) == 1 ? 0 : 1;
  }
}
