package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.ir.Attributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A sum of two numbers, checked: they are aligned and added exactly.
 *
 * @param alignment the two numbers
 */
record Addition(Alignment alignment) {
  private static final String UNIT = "backplane_add";

  static Addition of(Attributes attributes, List<TensorType> inputs) {
    Addition addition = new Addition(Alignment.of(attributes, inputs));
    addition.alignment.checked("a sum", addition.sumWidth());
    return addition;
  }

  int sumWidth() {
    return Math.max(alignment.widest() + 1, alignment.width());
  }

  long sum(long one, long other) {
    return alignment.output(alignment.aligned(one, 0) + alignment.aligned(other, 1));
  }

  HdlInstance instance() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN0_WIDTH", alignment.inputs().getFirst().width());
    parameters.put("IN1_WIDTH", alignment.inputs().getLast().width());
    parameters.put("SCALE0", alignment.scale(0));
    parameters.put("SCALE1", alignment.scale(1));
    parameters.put("SUM_WIDTH", sumWidth());
    parameters.put("OUT_WIDTH", alignment.output().width());
    parameters.put("SHIFT", alignment.shift());
    return new HdlInstance(
        UNIT, false, parameters, List.of("backplane_requantize", UNIT), Beats.PER_ELEMENT);
  }
}
