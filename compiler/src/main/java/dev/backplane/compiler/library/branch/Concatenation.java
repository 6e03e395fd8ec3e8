package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Tensors one behind the other, checked: their numbers are aligned.
 *
 * @param alignment their numbers
 * @param runs how they lie
 */
record Concatenation(Alignment alignment, Runs runs) {
  private static final String UNIT = "backplane_concat";

  static Concatenation of(Attributes attributes, List<TensorType> inputs) {
    Alignment alignment = Alignment.of(attributes, inputs);
    for (FixedPoint input : alignment.inputs()) {
      if (!alignment.output().isShiftedFrom(input)) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute scale",
            "an input of "
                + input
                + " cannot be shifted into "
                + alignment.output()
                + "; put a requantize before it");
      }
    }
    return new Concatenation(
        alignment.checked("a concatenation", alignment.width()),
        Runs.of(attributes, inputs.stream().map(TensorType::shape).toList()));
  }

  TensorType output() {
    return new TensorType(runs.shape(), alignment.output());
  }

  long[] elements(List<long[]> inputs) {
    long[] result = new long[runs.shape().size()];
    runs.forEach(
        (at, input, index) ->
            result[at] = alignment.output(alignment.aligned(inputs.get(input)[index], input)));
    return result;
  }

  /** A unit for the first two inputs, and one for each further; the first puts into the format. */
  List<HdlPart> parts() {
    List<HdlPart> parts = new ArrayList<>();
    FixedPoint format = alignment.output();
    FixedPoint before = alignment.inputs().getFirst();
    int run = runs.lengths().getFirst();
    int last = runs.lengths().size() - 1;
    for (int i = 1; i <= last; i++) {
      Alignment pair = new Alignment(List.of(before, alignment.inputs().get(i)), format);
      HdlInstance instance = instance(pair, run, runs.lengths().get(i));
      parts.add(i == last ? instance : new HdlSection(instance, format.width(), 2));
      before = format;
      run += runs.lengths().get(i);
    }
    return parts;
  }

  private static HdlInstance instance(Alignment pair, int first, int second) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN0_WIDTH", pair.inputs().getFirst().width());
    parameters.put("IN1_WIDTH", pair.inputs().getLast().width());
    parameters.put("SCALE0", pair.scale(0));
    parameters.put("SCALE1", pair.scale(1));
    parameters.put("ALIGNED_WIDTH", pair.width());
    parameters.put("OUT_WIDTH", pair.output().width());
    parameters.put("SHIFT", pair.shift());
    parameters.put("RUN0", first);
    parameters.put("RUN1", second);
    parameters.put("COUNT_WIDTH", Rom.indexWidth(Math.max(first, second)));
    return new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT));
  }
}
