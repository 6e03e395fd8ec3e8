package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** A sum of two numbers, checked. It is exact, and put into the output's format once. */
sealed interface Addition permits Addition.Aligned, ScaledAddition {
  /** The sum of an element of each input. */
  long sum(long one, long other);

  /** {@return the format of the sum} */
  FixedPoint output();

  /** {@return the unit that adds} */
  HdlInstance instance();

  /** {@return the function in Python that adds} */
  TorchCall call();

  static Addition of(Attributes attributes, List<TensorType> inputs) {
    FixedPoint output = OutputFormat.of(attributes, inputs.getFirst().format());
    if (inputs.stream().map(TensorType::format).allMatch(each -> isAligned(each, output))) {
      Aligned addition = new Aligned(Alignment.of(attributes, inputs));
      addition.alignment.checked("a sum", addition.sumWidth());
      return addition;
    }
    return ScaledAddition.of(inputs.getFirst().format(), inputs.getLast().format(), output);
  }

  private static boolean isAligned(FixedPoint input, FixedPoint output) {
    return input.zero() == 0 && output.zero() == 0 && input.scale() == output.scale();
  }

  /**
   * A sum of numbers that are shifted until they have one step.
   *
   * @param alignment the two numbers
   */
  record Aligned(Alignment alignment) implements Addition {
    private static final String UNIT = "backplane_add";

    private int sumWidth() {
      return Math.max(alignment.widest() + 1, alignment.width());
    }

    @Override
    public long sum(long one, long other) {
      return alignment.output(alignment.aligned(one, 0) + alignment.aligned(other, 1));
    }

    @Override
    public FixedPoint output() {
      return alignment.output();
    }

    @Override
    public HdlInstance instance() {
      SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
      parameters.put("IN0_WIDTH", alignment.inputs().getFirst().width());
      parameters.put("IN1_WIDTH", alignment.inputs().getLast().width());
      parameters.put("SCALE0", alignment.scale(0));
      parameters.put("SCALE1", alignment.scale(1));
      parameters.put("SUM_WIDTH", sumWidth());
      parameters.put("OUT_WIDTH", alignment.output().width());
      parameters.put("SHIFT", alignment.shift());
      return new HdlInstance(UNIT, false, parameters, List.of("backplane_requantize", UNIT));
    }

    @Override
    public TorchCall call() {
      return new TorchCall(
          "add",
          Attributes.NONE
              .with("first_scale", alignment.scale(0))
              .with("second_scale", alignment.scale(1))
              .with("shift", alignment.shift())
              .with("width", alignment.output().width()),
          List.of("add.py"));
    }
  }
}
