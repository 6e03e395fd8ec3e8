package dev.backplane.cli.kernel;

import dev.backplane.cli.report.Figures;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.EngineComparison;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.images.BuiltImage.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what two front ends made of the same sources, by what it does. */
final class FrontEndTrial {
  private static final long CYCLES = 2_000;
  private static final long SEED = 1;

  private FrontEndTrial() {}

  static List<String> compare(BuiltImage one, BuiltImage other) {
    List<String> results = new ArrayList<>();
    for (int i = 0; i < one.kernels().size(); i++) {
      String name = one.kernels().get(i).metadata().name();
      Optional<Hardware> left = one.kernels().get(i).hardware();
      Optional<Hardware> right = other.kernels().get(i).hardware();
      if (left.isPresent() && right.isPresent()) {
        results.add(compare(name, left.get(), right.get()));
      }
    }
    return results;
  }

  private static String compare(String name, Hardware left, Hardware right) {
    String tools = left.elaboration().tool() + " and " + right.elaboration().tool();
    EngineComparison.compare(
            JvmEngine.compile(left.elaboration().netlist()),
            JvmEngine.compile(right.elaboration().netlist()),
            CYCLES,
            SEED)
        .ifPresent(
            difference -> {
              throw new RtlException(
                  RtlError.SOURCE_UNSUPPORTED,
                  "kernel '%s' is another design to %s: %s. Look at what drives that pin"
                      .formatted(name, tools, difference));
            });
    return "%s: %s agree in %s cycles".formatted(name, tools, Figures.grouped(CYCLES));
  }
}
