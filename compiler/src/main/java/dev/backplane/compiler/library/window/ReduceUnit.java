package dev.backplane.compiler.library.window;

import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_reduce}, which reduces each window to one number.
 *
 * @param count how many numbers a window has
 * @param width the width of a number in bits
 */
record ReduceUnit(int count, int width) {
  private static final String UNIT = "backplane_reduce";

  HdlInstance largest() {
    return instance(0, width);
  }

  /** The sum, which has more bits than a number. */
  HdlInstance sum(int sumWidth) {
    return instance(1, sumWidth);
  }

  private HdlInstance instance(int sum, int outputWidth) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("SUM", sum);
    parameters.put("IN_WIDTH", width);
    parameters.put("OUT_WIDTH", outputWidth);
    parameters.put("COUNT", count);
    parameters.put("COUNT_WIDTH", Rom.indexWidth(count));
    return new HdlInstance(UNIT, true, parameters, List.of(UNIT), Beats.PER_ELEMENT);
  }
}
