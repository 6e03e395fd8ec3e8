package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Combines several designs into one, which a C++ compiler compiles in the time of one. Names have
 * the number of their design as a prefix.
 */
public final class NetlistUnion {
  private final List<Signal> signals = new ArrayList<>();
  private final SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
  private final SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
  private final List<Clock> clocks = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();

  private NetlistUnion() {}

  public static Netlist of(List<Netlist> designs) {
    NetlistUnion union = new NetlistUnion();
    for (int i = 0; i < designs.size(); i++) {
      union.add(designs.get(i), "d" + i + "_");
    }
    return new Netlist(
        "several",
        union.signals,
        union.inputs,
        union.outputs,
        union.clocks,
        union.cells,
        union.registers,
        union.memories);
  }

  private void add(Netlist design, String prefix) {
    int firstClock = clocks.size();
    int firstSignal = signals.size();
    for (Signal signal : design.signals()) {
      signals.add(new Signal(signals.size(), prefix + signal.name(), signal.width()));
    }
    List<Signal> renamed = List.copyOf(signals.subList(firstSignal, signals.size()));
    design.clocks().forEach(clock -> clocks.add(new Clock(prefix + clock.pin(), clock.edge())));
    design
        .inputs()
        .forEach((port, signal) -> inputs.put(port(prefix, port), renamed.get(signal.id())));
    design
        .outputs()
        .forEach((port, operand) -> outputs.put(port(prefix, port), copy(operand, renamed)));
    for (Cell cell : design.cells()) {
      cells.add(
          new Cell(
              cell.operation(),
              cell.signed(),
              cell.inputs().stream().map(each -> copy(each, renamed)).toList(),
              renamed.get(cell.output().id())));
    }
    for (Register register : design.registers()) {
      registers.add(
          new Register(
              renamed.get(register.output().id()),
              copy(register.input(), renamed),
              firstClock + register.clock(),
              register.initial()));
    }
    for (Memory memory : design.memories()) {
      memories.add(
          new Memory(
              prefix + memory.name(),
              memory.width(),
              memory.depth(),
              memory.initial(),
              memory.reads().stream()
                  .map(
                      read ->
                          new Memory.ReadPort(
                              copy(read.address(), renamed), renamed.get(read.output().id())))
                  .toList(),
              memory.writes().stream()
                  .map(
                      write ->
                          new Memory.WritePort(
                              copy(write.address(), renamed),
                              copy(write.data(), renamed),
                              copy(write.enable(), renamed),
                              firstClock + write.clock()))
                  .toList()));
    }
  }

  private static Port port(String prefix, Port port) {
    return new Port(prefix + port.name(), port.direction(), port.width());
  }

  private static Operand copy(Operand operand, List<Signal> renamed) {
    return new Operand(
        operand.parts().stream()
            .map(
                part ->
                    switch (part) {
                      case Operand.Constant constant -> constant;
                      case Operand.Slice slice ->
                          (Operand.Part)
                              new Operand.Slice(
                                  renamed.get(slice.signal().id()), slice.lsb(), slice.width());
                    })
            .toList());
  }
}
