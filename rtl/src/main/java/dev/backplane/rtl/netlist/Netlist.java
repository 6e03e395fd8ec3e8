package dev.backplane.rtl.netlist;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A design, flattened to one module.
 *
 * @param top the name of the top module
 * @param signals all signals, by id
 * @param inputs input ports and the signal that each drives; clocks are inputs too
 * @param outputs output ports and the operand that drives each
 * @param clocks the clock edges that registers and memories use: the name of an input port for its
 *     rising edges, with a leading {@code ~} for its falling ones
 * @param cells combinational logic, in any order
 * @param registers flip-flops
 * @param memories arrays
 * @param effects what the design says
 */
public record Netlist(
    String top,
    List<Signal> signals,
    SequencedMap<Port, Signal> inputs,
    SequencedMap<Port, Operand> outputs,
    List<String> clocks,
    List<Cell> cells,
    List<Register> registers,
    List<Memory> memories,
    List<Effect> effects) {
  /** Copies the lists. */
  public Netlist {
    signals = List.copyOf(signals);
    inputs = java.util.Collections.unmodifiableSequencedMap(new java.util.LinkedHashMap<>(inputs));
    outputs =
        java.util.Collections.unmodifiableSequencedMap(new java.util.LinkedHashMap<>(outputs));
    clocks = List.copyOf(clocks);
    cells = List.copyOf(cells);
    registers = List.copyOf(registers);
    memories = List.copyOf(memories);
    effects = List.copyOf(effects);
  }

  /** A design that says nothing. */
  public Netlist(
      String top,
      List<Signal> signals,
      SequencedMap<Port, Signal> inputs,
      SequencedMap<Port, Operand> outputs,
      List<String> clocks,
      List<Cell> cells,
      List<Register> registers,
      List<Memory> memories) {
    this(top, signals, inputs, outputs, clocks, cells, registers, memories, List.of());
  }

  /**
   * {@return the name of the input port behind a clock}
   *
   * @param clock one of {@link #clocks()}
   */
  public static String clockPin(String clock) {
    return clock.startsWith("~") ? clock.substring(1) : clock;
  }

  /** {@return all ports, inputs first} */
  public List<Port> ports() {
    return java.util.stream.Stream.concat(inputs.keySet().stream(), outputs.keySet().stream())
        .toList();
  }

  /** {@return the numbers of cells, registers and memories, by name} */
  public Map<String, Integer> statistics() {
    return Map.of(
        "cells", cells.size(), "registers", registers.size(), "memories", memories.size());
  }
}
