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
 * @param clocks the clock edges that registers and memories use
 * @param cells combinational logic, in any order
 * @param registers flip-flops
 * @param memories arrays
 * @param effects what the design says
 * @param aliases values of registers of the source that are not registers here: they never change,
 *     or another register or a narrower one has their value. Made of bits of registers and
 *     constants
 */
public record Netlist(
    String top,
    List<Signal> signals,
    SequencedMap<Port, Signal> inputs,
    SequencedMap<Port, Operand> outputs,
    List<Clock> clocks,
    List<Cell> cells,
    List<Register> registers,
    List<Memory> memories,
    List<Effect> effects,
    SequencedMap<String, Operand> aliases) {
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
    aliases =
        java.util.Collections.unmodifiableSequencedMap(new java.util.LinkedHashMap<>(aliases));
  }

  /**
   * {@return the design with other effects}
   *
   * @param others what it says instead
   */
  public Netlist withEffects(List<Effect> others) {
    return new Netlist(
        top, signals, inputs, outputs, clocks, cells, registers, memories, others, aliases);
  }

  /** A design that says nothing. */
  public Netlist(
      String top,
      List<Signal> signals,
      SequencedMap<Port, Signal> inputs,
      SequencedMap<Port, Operand> outputs,
      List<Clock> clocks,
      List<Cell> cells,
      List<Register> registers,
      List<Memory> memories) {
    this(
        top,
        signals,
        inputs,
        outputs,
        clocks,
        cells,
        registers,
        memories,
        List.of(),
        new java.util.LinkedHashMap<>());
  }

  /**
   * {@return the same design with other outputs}
   *
   * @param others output ports and the operand that drives each
   */
  public Netlist withOutputs(SequencedMap<Port, Operand> others) {
    return new Netlist(
        top, signals, inputs, others, clocks, cells, registers, memories, effects, aliases);
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
