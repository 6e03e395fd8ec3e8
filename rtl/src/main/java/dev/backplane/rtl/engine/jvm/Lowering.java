package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Turns a netlist into a {@link WordDesign}. */
final class Lowering {
  private final Netlist netlist;
  private final Words words = new Words();
  private final CellLowering cells = new CellLowering(words);
  private final Map<Signal, Bits> values = new HashMap<>();
  private final List<Effect> settle = new ArrayList<>();
  private final List<List<Effect>> edges = new ArrayList<>();
  private final List<Long> initial = new ArrayList<>();

  private Lowering(Netlist netlist) {
    this.netlist = netlist;
  }

  static WordDesign lower(Netlist netlist) {
    return new Lowering(netlist).run();
  }

  private WordDesign run() {
    int pins = inputs();
    states();
    for (EvaluationOrder.Step step : EvaluationOrder.of(netlist)) {
      values.put(
          step.output(),
          switch (step) {
            case EvaluationOrder.CellStep(var cell) ->
                cells.lower(cell, cell.inputs().stream().map(this::bits).toList());
            case EvaluationOrder.ReadStep(int memory, var port) -> read(memory, port);
          });
    }
    for (Map.Entry<Port, Operand> output : netlist.outputs().entrySet()) {
      for (Word limb : bits(output.getValue()).limbs(words)) {
        settle.add(new Effect.Output(pins++, limb));
      }
    }
    int clocks = netlist.clocks().size();
    for (int clock = 0; clock < clocks; clock++) {
      int one = clock;
      edges.add(edge(other -> other == one ? words.one : words.zero));
    }
    if (clocks > 1) {
      int selectors = pins;
      edges.add(edge(clock -> words.input(selectors + clock, 1)));
      pins += clocks;
    }
    return Liveness.keepLive(
        new WordDesign(
            netlist, pins, List.copyOf(initial), settle, edges, cells.scratchWords(), words));
  }

  private int inputs() {
    int slot = 0;
    for (Map.Entry<Port, Signal> input : netlist.inputs().entrySet()) {
      List<Word> limbs = new ArrayList<>();
      int width = input.getKey().width();
      for (int at = 0; at < width; at += Long.SIZE) {
        limbs.add(words.input(slot++, Word.low(width - at)));
      }
      values.put(input.getValue(), Bits.of(limbs, width));
    }
    return slot;
  }

  private void states() {
    for (Register register : netlist.registers()) {
      List<Word> limbs = new ArrayList<>();
      int width = register.output().width();
      for (int at = 0; at < width; at += Long.SIZE) {
        limbs.add(words.state(initial.size(), Word.low(width - at)));
        initial.add(register.initial().shiftRight(at).longValue());
      }
      values.put(register.output(), Bits.of(limbs, width));
    }
  }

  private Bits bits(Operand operand) {
    return Bits.join(operand.parts().stream().map(this::bits).toList());
  }

  private Bits bits(Operand.Part part) {
    return switch (part) {
      case Operand.Slice slice ->
          java.util.Objects.requireNonNull(values.get(slice.signal()))
              .slice(slice.lsb(), slice.width());
      case Operand.Constant constant -> {
        List<Word> limbs = new ArrayList<>();
        for (int at = 0; at < constant.width(); at += Long.SIZE) {
          long limb = constant.value().shiftRight(at).longValue();
          limbs.add(words.constant(limb & Word.low(constant.width() - at)));
        }
        yield Bits.of(limbs, constant.width());
      }
    };
  }

  private Bits read(int index, Memory.ReadPort port) {
    Memory memory = netlist.memories().get(index);
    Word address = address(bits(port.address()));
    List<Word> limbs = new ArrayList<>();
    for (int at = 0; at < memory.width(); at += Long.SIZE) {
      limbs.add(words.read(index, at / Long.SIZE, address, Word.low(memory.width() - at)));
    }
    return Bits.of(limbs, memory.width());
  }

  /** An address of any width in one word: what lies beyond 64 bits lies outside every memory. */
  private Word address(Bits bits) {
    List<Word> limbs = bits.limbs(words);
    Word beyond = words.notZero(words.orAll(limbs.subList(1, limbs.size())));
    return words.mux(beyond, limbs.getFirst(), words.constant(-1));
  }

  /**
   * What happens at edges: each effect under the condition that its clock has one.
   *
   * @param edged a bit that says whether a clock, by index, has an edge
   */
  private List<Effect> edge(IntFunction<Word> edged) {
    List<Effect> effects = new ArrayList<>();
    int slot = 0;
    for (Register register : netlist.registers()) {
      Word now = edged.apply(register.clock());
      for (Word next : bits(register.input()).limbs(words)) {
        Word old = words.state(slot, -1L);
        Word taken = words.mux(now, old, next);
        if (!taken.equals(old)) {
          effects.add(new Effect.Update(slot, taken));
        }
        slot++;
      }
    }
    for (int m = 0; m < netlist.memories().size(); m++) {
      for (Memory.WritePort port : netlist.memories().get(m).writes()) {
        write(m, port, edged.apply(port.clock()), effects);
      }
    }
    return effects;
  }

  private void write(int memory, Memory.WritePort port, Word edged, List<Effect> effects) {
    Word address = address(bits(port.address()));
    List<Word> data = bits(port.data()).limbs(words);
    Bits enable = bits(port.enable());
    java.util.Optional<Bits> bit = enable.repeatedBit();
    List<Word> enables = enable.limbs(words);
    for (int limb = 0; limb < data.size(); limb++) {
      boolean whole = bit.isPresent();
      Word enabled = whole ? bit.get().word(words) : enables.get(limb);
      Word when = words.mux(edged, words.zero, enabled);
      if (!when.is(0)) {
        effects.add(new Effect.Write(memory, limb, address, data.get(limb), when, whole));
      }
    }
  }
}
