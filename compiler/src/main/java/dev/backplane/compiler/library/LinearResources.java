package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.resource.Resources;
import java.util.List;
import java.util.Map;

/** What the static unit {@code backplane_linear} needs, by its parameters. */
public final class LinearResources {
  private static final List<String> COUNTERS =
      List.of(
          "INDEX_WIDTH", "GROUP_WIDTH", "LANE_WIDTH", "BIAS_ADDRESS_WIDTH", "WEIGHT_ADDRESS_WIDTH");
  private static final int FLAGS = 6;

  private LinearResources() {}

  /** {@return what an instance needs, without its memories of constants} */
  public static Resources of(HdlInstance instance) {
    Map<String, Integer> parameters = instance.parameters();
    int lanes = parameter(parameters, "LANES");
    int rounding = parameter(parameters, "SHIFT") > 0 ? 1 : 0;
    long counterBits = COUNTERS.stream().mapToInt(each -> parameter(parameters, each)).sum();
    // A lane has a sum that grows and one that leaves.
    long sumBits = 2L * lanes * parameter(parameters, "SUM_WIDTH");
    int inputWidth = parameter(parameters, "IN_WIDTH");
    boolean isReadAgain = parameter(parameters, "GROUPS") > 1;
    return new Resources(
        lanes,
        lanes + COUNTERS.size() + rounding,
        FLAGS + counterBits + sumBits + inputWidth,
        isReadAgain ? (long) parameter(parameters, "INPUTS") * inputWidth : 0);
  }

  private static int parameter(Map<String, Integer> parameters, String name) {
    return parameters.getOrDefault(name, 0);
  }
}
