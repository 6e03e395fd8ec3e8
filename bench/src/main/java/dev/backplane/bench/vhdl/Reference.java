package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * A signal or variable, or a part of one.
 *
 * @param storage the whole
 * @param steps the way to the part
 * @param type the type of the part
 */
record Reference(Storage storage, List<Step> steps, Type type) {
  Reference {
    steps = List.copyOf(steps);
  }

  /** A step from a whole to a part. */
  sealed interface Step {
    /** Bits that are known. */
    record Fixed(int lsb, int width) implements Step {}

    /** Elements that a position chooses, counted from the lowest. */
    record Chosen(Node position, int count, int width) implements Step {}

    /** Bits from a computed lowest one. */
    record Window(Node lsb, int width) implements Step {}
  }

  static Reference of(Storage storage) {
    return new Reference(storage, List.of(), storage.type());
  }

  Reference step(Step step, Type to) {
    List<Step> longer = new ArrayList<>(steps);
    if (step instanceof Step.Fixed(int lsb, int width)
        && !longer.isEmpty()
        && longer.getLast() instanceof Step.Fixed(int before, int _)) {
      longer.set(longer.size() - 1, new Step.Fixed(before + lsb, width));
    } else {
      longer.add(step);
    }
    return new Reference(storage, longer, to);
  }

  Reference as(Type other) {
    return new Reference(storage, steps, other);
  }
}
