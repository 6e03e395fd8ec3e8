package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.Levelizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Lowers a netlist to a {@link WordDesign}. */
final class NetlistLowering {
  private final Netlist netlist;
  private final WordGraph graph = new WordGraph();
  private final CellLowering cells = new CellLowering(graph);
  private final Map<Signal, Bits> values = new HashMap<>();
  private final List<Effect> settle = new ArrayList<>();
  private final List<List<Effect>> edges = new ArrayList<>();
  private final List<Long> initial = new ArrayList<>();

  private NetlistLowering(Netlist netlist) {
    this.netlist = netlist;
  }

  static WordDesign lower(Netlist netlist) {
    return new NetlistLowering(netlist).run();
  }

  private WordDesign run() {
    int pins = lowerInputs();
    lowerStates();
    for (Levelizer.Step step : Levelizer.levelize(netlist)) {
      values.put(
          step.output(),
          switch (step) {
            case Levelizer.CellStep(var cell) ->
                cells.lower(cell, cell.inputs().stream().map(this::bits).toList());
            case Levelizer.ReadStep(int memory, var port) -> read(memory, port);
          });
    }
    for (Map.Entry<Port, Operand> output : netlist.outputs().entrySet()) {
      for (Word limb : bits(output.getValue()).limbs(graph)) {
        settle.add(new Effect.Output(pins++, limb));
      }
    }
    int clocks = netlist.clocks().size();
    for (int clock = 0; clock < clocks; clock++) {
      int one = clock;
      edges.add(edge(other -> other == one ? graph.one : graph.zero));
    }
    if (clocks > 1) {
      int selectors = pins;
      edges.add(edge(clock -> graph.input(selectors + clock, 1)));
      pins += clocks;
    }
    return new WordDesign(
        netlist, pins, List.copyOf(initial), settle, edges, cells.scratchWords(), graph);
  }

  private int lowerInputs() {
    int slot = 0;
    for (Map.Entry<Port, Signal> input : netlist.inputs().entrySet()) {
      List<Word> limbs = new ArrayList<>();
      int width = input.getKey().width();
      for (int at = 0; at < width; at += Long.SIZE) {
        limbs.add(graph.input(slot++, Word.lowMask(width - at)));
      }
      values.put(input.getValue(), Bits.of(limbs, width));
    }
    return slot;
  }

  private void lowerStates() {
    for (Register register : netlist.registers()) {
      List<Word> limbs = new ArrayList<>();
      int width = register.output().width();
      for (int at = 0; at < width; at += Long.SIZE) {
        limbs.add(graph.state(initial.size(), Word.lowMask(width - at)));
        initial.add(register.initial().shiftRight(at).longValue());
      }
      values.put(register.output(), Bits.of(limbs, width));
    }
  }

  private Bits bits(Operand operand) {
    return Bits.concat(operand.parts().stream().map(this::bits).toList());
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
          limbs.add(graph.constant(limb & Word.lowMask(constant.width() - at)));
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
      limbs.add(graph.read(index, at / Long.SIZE, address, Word.lowMask(memory.width() - at)));
    }
    return Bits.of(limbs, memory.width());
  }

  /**
   * An address of any width in one word: an address of more than 64 bits is outside every memory.
   */
  private Word address(Bits bits) {
    List<Word> limbs = bits.limbs(graph);
    Word beyond = graph.notZero(graph.orTree(limbs.subList(1, limbs.size())));
    return graph.mux(beyond, limbs.getFirst(), graph.constant(-1));
  }

  /**
   * The effects of edges: each takes place only if its clock has an edge.
   *
   * @param hasEdge a bit that says whether a clock, by index, has an edge
   */
  private List<Effect> edge(IntFunction<Word> hasEdge) {
    List<Effect> effects = new ArrayList<>();
    int slot = 0;
    for (Register register : netlist.registers()) {
      Word now = hasEdge.apply(register.clock());
      for (Word next : bits(register.input()).limbs(graph)) {
        Word old = graph.state(slot, -1L);
        Word taken = graph.mux(now, old, next);
        if (!taken.equals(old)) {
          effects.add(new Effect.Update(slot, taken));
        }
        slot++;
      }
    }
    for (int m = 0; m < netlist.memories().size(); m++) {
      for (Memory.WritePort port : netlist.memories().get(m).writes()) {
        write(m, port, hasEdge.apply(port.clock()), effects);
      }
    }
    return effects;
  }

  private void write(int memory, Memory.WritePort port, Word hasEdge, List<Effect> effects) {
    Word address = address(bits(port.address()));
    List<Word> data = bits(port.data()).limbs(graph);
    Bits enable = bits(port.enable());
    java.util.Optional<Bits> bit = enable.repeatedBit();
    List<Word> enables = enable.limbs(graph);
    for (int limb = 0; limb < data.size(); limb++) {
      boolean whole = bit.isPresent();
      Word enabled = whole ? bit.get().word(graph) : enables.get(limb);
      Word when = graph.mux(hasEdge, graph.zero, enabled);
      if (!when.isConstant(0)) {
        effects.add(new Effect.Write(memory, limb, address, data.get(limb), when, whole));
      }
    }
  }
}
