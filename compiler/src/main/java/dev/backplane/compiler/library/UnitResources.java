package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.resource.Resources;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How much hardware the shipped static units need, by their parameters. */
public final class UnitResources extends CompilerExtension {
  private static final List<String> LINEAR_COUNTERS =
      List.of(
          "INDEX_WIDTH", "GROUP_WIDTH", "LANE_WIDTH", "BIAS_ADDRESS_WIDTH", "WEIGHT_ADDRESS_WIDTH");
  private static final int LINEAR_FLAGS = 6;

  private static final int WINDOW_ADDERS = 25;
  private static final int WINDOW_FLAGS = 2;

  private static final Map<String, Function<HdlInstance, Resources>> UNITS =
      Map.of(
          "backplane_linear", UnitResources::linear,
          "backplane_clip", UnitResources::clip,
          "backplane_pass", _ -> Resources.NONE,
          "backplane_window", UnitResources::window);

  /** For the plugin loader. */
  public UnitResources() {}

  @Override
  protected void extend(Compiler compiler) {
    UNITS.forEach((unit, estimate) -> keep(compiler.resources().register(unit, estimate)));
  }

  private static int parameter(HdlInstance instance, String name) {
    return instance.parameters().getOrDefault(name, 0);
  }

  /** A rounded result is a sum with what is rounded. */
  private static int rounding(HdlInstance instance) {
    return parameter(instance, "SHIFT") > 0 ? 1 : 0;
  }

  private static Resources linear(HdlInstance instance) {
    int lanes = parameter(instance, "LANES");
    long counterBits = LINEAR_COUNTERS.stream().mapToInt(each -> parameter(instance, each)).sum();
    // A lane has a sum that grows and one that leaves.
    long sumBits = 2L * lanes * parameter(instance, "SUM_WIDTH");
    int inputWidth = parameter(instance, "IN_WIDTH");
    boolean isReadAgain = parameter(instance, "GROUPS") > 1;
    return new Resources(
        lanes,
        lanes + LINEAR_COUNTERS.size() + rounding(instance),
        LINEAR_FLAGS + counterBits + sumBits + inputWidth,
        isReadAgain ? (long) parameter(instance, "INPUTS") * inputWidth : 0);
  }

  private static Resources clip(HdlInstance instance) {
    return new Resources(0, rounding(instance), 0, 0);
  }

  private static Resources window(HdlInstance instance) {
    int width = parameter(instance, "WIDTH");
    int addressWidth = parameter(instance, "ADDRESS_WIDTH");
    long counterBits =
        6L * parameter(instance, "POSITION_WIDTH")
            + 5L * addressWidth
            + 2L * parameter(instance, "CHANNEL_WIDTH")
            + parameter(instance, "GROUP_WIDTH");
    return new Resources(
        0, WINDOW_ADDERS, WINDOW_FLAGS + counterBits + width, (long) width << addressWidth);
  }
}
