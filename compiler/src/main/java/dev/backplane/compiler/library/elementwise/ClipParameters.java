package dev.backplane.compiler.library.elementwise;

import dev.backplane.compiler.fixed.FixedPoint;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The parameters of the static unit that puts a number into a format, within limits. */
final class ClipParameters {
  private ClipParameters() {}

  static SequencedMap<String, Integer> of(
      int width, int fraction, FixedPoint output, Limits limits) {
    int shift = Math.max(0, fraction - output.fraction());
    int zeros = Math.max(0, output.fraction() - fraction);
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", width);
    parameters.put("WIDE", Math.max(Math.max(width + zeros, output.width()), shift) + 1);
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("ZEROS", zeros);
    parameters.put("SHIFT", shift);
    parameters.put("LOW", Math.toIntExact(limits.low()));
    parameters.put("HIGH", Math.toIntExact(limits.high()));
    return parameters;
  }
}
