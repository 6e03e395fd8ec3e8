package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.torch.TorchCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A sum of numbers with scales and zeros: each input without its zero has a multiplier, and the sum
 * of both products is rounded once.
 *
 * @param first the format of the first input
 * @param second that of the second
 * @param output that of the sum
 * @param rescaling the multipliers, that of the first input first
 */
record ScaledAddition(FixedPoint first, FixedPoint second, FixedPoint output, Rescaling rescaling)
    implements Addition {
  private static final String UNIT = "backplane_scaled_add";

  static ScaledAddition of(FixedPoint first, FixedPoint second, FixedPoint output) {
    // One bit for a number without its zero, and one for the sum.
    int width = Math.max(first.width(), second.width()) + 2;
    return new ScaledAddition(
        first,
        second,
        output,
        Rescaling.of(output, width, first.step() / output.step(), second.step() / output.step()));
  }

  @Override
  public long sum(long one, long other) {
    return rescaling.rounded(
        (one - first.zero()) * rescaling.multiplier(0)
            + (other - second.zero()) * rescaling.multiplier(1));
  }

  @Override
  public HdlInstance instance() {
    int sum = Math.max(first.width(), second.width()) + 2 + rescaling.multiplierWidth();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN0_WIDTH", first.width());
    parameters.put("IN1_WIDTH", second.width());
    parameters.put("ZERO0", Math.toIntExact(first.zero()));
    parameters.put("ZERO1", Math.toIntExact(second.zero()));
    parameters.put("MULTIPLIER0", Math.toIntExact(rescaling.multiplier(0)));
    parameters.put("MULTIPLIER1", Math.toIntExact(rescaling.multiplier(1)));
    parameters.put("SUM_WIDTH", Math.max(sum, Math.max(rescaling.shift(), output.width()) + 1));
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("SHIFT", rescaling.shift());
    parameters.put("ZERO", Math.toIntExact(output.zero()));
    return new HdlInstance(
        UNIT, true, parameters, List.of("backplane_requantize", "backplane_fit", UNIT));
  }

  @Override
  public TorchCall call() {
    return new TorchCall(
        "scaled_add",
        Attributes.NONE
            .with("first_zero", first.zero())
            .with("second_zero", second.zero())
            .with("first_multiplier", rescaling.multiplier(0))
            .with("second_multiplier", rescaling.multiplier(1))
            .with("shift", rescaling.shift())
            .with("width", output.width())
            .with("zero", output.zero()),
        List.of("add.py"));
  }
}
