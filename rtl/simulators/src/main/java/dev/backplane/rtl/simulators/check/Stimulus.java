package dev.backplane.rtl.simulators.check;

import dev.backplane.rtl.engines.RandomInputs;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The values that a design is driven with. In each step the inputs take their values, the outputs
 * settle and are compared, and then one clock rises and falls, so that no input changes together
 * with a clock. A reset lasts until every clock has had both edges: a netlist takes it at one.
 * Immutable.
 *
 * @param inputs the inputs that are no clocks
 * @param clocks the inputs that are clocks, which are 0 between steps
 * @param outputs the outputs
 * @param steps the steps
 */
record Stimulus(List<Port> inputs, List<String> clocks, List<Port> outputs, List<Step> steps) {
  /**
   * A step.
   *
   * @param values the values of the inputs, in their order
   * @param clock the index of the clock that rises and falls at its end; -1 if there is none
   */
  record Step(List<BigInteger> values, int clock) {}

  /**
   * Makes random values.
   *
   * @param netlist the design
   * @param random the values of inputs
   * @param steps how many steps
   */
  static Stimulus of(Netlist netlist, RandomInputs random, int steps) {
    List<String> clocks = netlist.clocks().stream().map(Clock::pin).distinct().toList();
    List<Port> inputs =
        netlist.inputs().keySet().stream().filter(port -> !clocks.contains(port.name())).toList();
    List<Step> made = new ArrayList<>();
    BitSet pulsed = new BitSet();
    for (int step = 0; step < steps; step++) {
      List<BigInteger> values = new ArrayList<>();
      boolean held = pulsed.cardinality() < clocks.size() && step > 0;
      for (int i = 0; i < inputs.size(); i++) {
        BigInteger value = random.next(inputs.get(i), step);
        boolean keeps = held && random.isReset(inputs.get(i));
        values.add(keeps ? made.getLast().values().get(i) : value);
      }
      if (!held) {
        pulsed.clear();
      }
      int clock = clocks.isEmpty() ? -1 : random.below(clocks.size());
      if (clock >= 0) {
        pulsed.set(clock);
      }
      made.add(new Step(values, clock));
    }
    return new Stimulus(inputs, clocks, List.copyOf(netlist.outputs().keySet()), made);
  }

  /**
   * {@return a line for each step: a word of the bits of all inputs, the first one first, and of
   * the levels of all clocks while one is high at the end of the step}
   */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Step step : steps) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < inputs.size(); i++) {
        String bits = step.values().get(i).toString(2);
        line.repeat('0', inputs.get(i).width() - bits.length()).append(bits);
      }
      for (int clock = 0; clock < clocks.size(); clock++) {
        line.append(clock == step.clock() ? '1' : '0');
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** {@return how many bits a line has} */
  int width() {
    return inputs.stream().mapToInt(Port::width).sum() + clocks.size();
  }
}
