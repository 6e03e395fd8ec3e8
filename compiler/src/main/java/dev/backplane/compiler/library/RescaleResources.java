package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.resource.Resources;
import java.util.List;

/**
 * Estimates the static unit {@code backplane_rescale}. A single multiplier for all channels is a
 * constant: a power of two is only a shift then.
 */
final class RescaleResources {
  private RescaleResources() {}

  static Resources of(HdlInstance instance, List<Rom> roms) {
    Rom multipliers = roms.getFirst();
    int elements = get(instance, "ELEMENTS");
    boolean counts = !multipliers.isConstant();
    int flags = 3;
    int adders =
        atMostOne(get(instance, "SHIFT"))
            + atMostOne(get(instance, "IN_ZERO"))
            + atMostOne(get(instance, "ZERO"));
    long bits =
        1L
            + get(instance, "IN_WIDTH")
            + get(instance, "PRODUCT_WIDTH")
            + get(instance, "OUT_WIDTH");
    return new Resources(
        counts ? elements : factors(multipliers, elements, get(instance, "MULTIPLIER_WIDTH")),
        (counts ? 1 : 0) + (long) elements * adders,
        flags + (counts ? get(instance, "CHANNEL_WIDTH") : 0) + elements * bits,
        0);
  }

  private static int get(HdlInstance instance, String parameter) {
    return instance.parameters().getOrDefault(parameter, 0);
  }

  private static int atMostOne(int value) {
    return value == 0 ? 0 : 1;
  }

  /** {@return the number of constant multipliers that are no powers of two} */
  private static long factors(Rom multipliers, int elements, int width) {
    long factors = 0;
    for (int element = 0; element < elements; element++) {
      factors += Long.bitCount(multipliers.number(0, element, width)) > 1 ? 1 : 0;
    }
    return factors;
  }
}
