package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** Builds small designs for tests, cell by cell. */
public final class DesignSketch {
  private final List<Signal> signals = new ArrayList<>();
  private final SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
  private final SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
  private final List<Clock> clocks = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();

  /** An empty design. */
  public DesignSketch() {}

  /** {@return a new signal} */
  public Signal wire(String name, int width) {
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  /** {@return the signal of a new input port} */
  public Signal input(String name, int width) {
    Signal signal = wire(name, width);
    inputs.put(new Port(name, Port.Direction.INPUT, width), signal);
    return signal;
  }

  /** {@return the index of a new clock} */
  public int clock(String name) {
    input(name, 1);
    clocks.add(Clock.rising(name));
    return clocks.size() - 1;
  }

  /** Adds a cell that drives a signal. */
  public void drive(Signal output, Operation operation, Signal... in) {
    cells.add(new Cell(operation, false, Stream.of(in).map(Operand::of).toList(), output));
  }

  /** {@return the output of a new cell} */
  public Signal cell(int width, Operation operation, Signal... in) {
    Signal output = wire("n" + signals.size(), width);
    drive(output, operation, in);
    return output;
  }

  /** {@return the output of a new cell, signed or unsigned} */
  public Signal cell(int width, Operation operation, boolean signed, Operand... in) {
    Signal output = wire("n" + signals.size(), width);
    cells.add(new Cell(operation, signed, List.of(in), output));
    return output;
  }

  /** Makes a signal a register. */
  public void register(Signal output, Signal input, int clock, long initial) {
    registers.add(new Register(output, Operand.of(input), clock, BigInteger.valueOf(initial)));
  }

  /** Adds a memory. */
  public void memory(Memory memory) {
    memories.add(memory);
  }

  /** Adds an output port that shows a signal. */
  public void output(String name, Signal signal) {
    outputs.put(new Port(name, Port.Direction.OUTPUT, signal.width()), Operand.of(signal));
  }

  /** {@return the design} */
  public Netlist netlist() {
    return new Netlist("sketch", signals, inputs, outputs, clocks, cells, registers, memories);
  }
}
