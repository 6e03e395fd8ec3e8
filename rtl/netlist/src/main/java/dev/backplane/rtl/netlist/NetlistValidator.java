package dev.backplane.rtl.netlist;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.pass.CombinationalLoops;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the rules of netlists that the types cannot express: every signal is listed under its id,
 * has a unique name and one driver; widths fit the operations; clocks are inputs of one bit; and
 * there is no combinational loop.
 */
public final class NetlistValidator {
  /** The widest signal: a limit for hostile texts, far above any real bus. */
  public static final int MAX_WIDTH = 1 << 20;

  /** The bits of the largest memory: 256 MiB, so that a short text cannot exhaust the heap. */
  public static final long MAX_MEMORY_BITS = 1L << 31;

  private final Netlist netlist;
  private final boolean[] driven;

  private NetlistValidator(Netlist netlist) {
    this.netlist = netlist;
    this.driven = new boolean[netlist.signals().size()];
  }

  /**
   * Checks a netlist.
   *
   * @param netlist the netlist
   * @return the same netlist
   * @throws RtlException {@link RtlError#NETLIST_INVALID} for the first rule broken, {@link
   *     RtlError#COMBINATIONAL_LOOP} with the path of a loop
   */
  public static Netlist validate(Netlist netlist) {
    new NetlistValidator(netlist).check();
    List<Signal> loop = CombinationalLoops.find(netlist);
    if (!loop.isEmpty()) {
      throw new RtlException(
          RtlError.COMBINATIONAL_LOOP,
          "design '"
              + netlist.top()
              + "' has a loop without a register: "
              + CombinationalLoops.format(loop)
              + ". Put a register into it");
    }
    return netlist;
  }

  private void check() {
    Set<String> names = new HashSet<>();
    for (int id = 0; id < netlist.signals().size(); id++) {
      Signal signal = netlist.signals().get(id);
      require(signal.id() == id, "signal " + signal + " has id " + signal.id() + ", not " + id);
      require(signal.width() <= MAX_WIDTH, "signal " + signal + " is too wide");
      require(names.add(signal.name()), "two signals are named '" + signal.name() + "'");
    }
    netlist.inputs().forEach(this::input);
    netlist.outputs().forEach(this::output);
    Set<String> ports = new HashSet<>();
    netlist.ports().forEach(p -> require(ports.add(p.name()), "two ports named " + p.name()));
    netlist.clocks().forEach(this::clock);
    require(
        Set.copyOf(netlist.clocks()).size() == netlist.clocks().size(), "a clock is listed twice");
    netlist.cells().forEach(this::cell);
    netlist.registers().forEach(this::register);
    netlist.memories().forEach(this::memory);
    netlist.effects().forEach(this::effect);
    netlist
        .aliases()
        .forEach(
            (name, operand) -> {
              require(names.add(name), "alias '" + name + "' is also a signal");
              checkOperand(operand, "alias " + name);
            });
    Set<String> memories = new HashSet<>();
    netlist.memories().forEach(m -> require(memories.add(m.name()), "two memories " + m.name()));
    for (Signal signal : netlist.signals()) {
      require(driven[signal.id()], "nothing drives signal " + signal);
    }
  }

  private void input(Port port, Signal signal) {
    require(port.direction() == Port.Direction.INPUT, port.name() + " is not an input");
    require(port.width() == signal.width(), "input " + port.name() + " drives " + signal);
    markDriven(signal);
  }

  private void output(Port port, Operand operand) {
    require(port.direction() == Port.Direction.OUTPUT, port.name() + " is not an output");
    checkOperand(operand, "output " + port.name());
    require(
        port.width() == operand.width(),
        "output " + port.name() + " has " + port.width() + " bits and takes " + operand.width());
  }

  private void clock(Clock clock) {
    require(
        netlist.inputs().keySet().stream()
            .anyMatch(p -> p.name().equals(clock.pin()) && p.width() == 1),
        "clock '" + clock + "' is not an input of one bit");
  }

  private void cell(Cell cell) {
    Signal out = cell.output();
    markDriven(out);
    String what = cell.operation() + " " + out;
    cell.inputs().forEach(operand -> checkOperand(operand, what));
    if (cell.operation() == Operation.MUX || cell.operation() == Operation.PMUX) {
      int choices = cell.inputs().get(2).width();
      require(cell.operation() == Operation.PMUX || choices == 1, what + " has a wide select");
      require(cell.inputs().getFirst().width() == out.width(), what + " has an A of other width");
      require(
          cell.inputs().get(1).width() == (long) choices * out.width(),
          what + " has a B of " + cell.inputs().get(1).width() + " bits");
    }
  }

  private void register(Register register) {
    markDriven(register.output());
    String what = "register " + register.output();
    checkOperand(register.input(), what);
    clockIndex(register.clock(), what);
    requireFits(register.initial(), register.output().width(), what);
  }

  private void memory(Memory memory) {
    String what = "memory " + memory.name();
    require(memory.width() >= 1 && memory.depth() >= 1, what + " is empty");
    require(memory.width() <= MAX_WIDTH, what + " is too wide");
    require((long) memory.width() * memory.depth() <= MAX_MEMORY_BITS, what + " is too large");
    require(memory.initial().size() <= memory.depth(), what + " has too many initial words");
    memory.initial().forEach(word -> requireFits(word, memory.width(), what));
    for (Memory.ReadPort read : memory.reads()) {
      markDriven(read.output());
      checkOperand(read.address(), what);
      require(read.output().width() == memory.width(), what + " is read as " + read.output());
    }
    for (Memory.WritePort write : memory.writes()) {
      checkOperand(write.address(), what);
      checkOperand(write.data(), what);
      checkOperand(write.enable(), what);
      require(write.data().width() == memory.width(), what + " is written with another width");
      require(write.enable().width() == memory.width(), what + " has an enable of another width");
      clockIndex(write.clock(), what);
    }
  }

  private void effect(Effect effect) {
    String what = "the message of " + effect.place();
    checkOperand(effect.condition(), what);
    require(effect.condition().width() == 1, what + " has a wide condition");
    effect.arguments().forEach(argument -> checkOperand(argument.value(), what));
    clockIndex(effect.clock(), what);
    require(
        EffectText.arguments(effect.format()) == effect.arguments().size(),
        what + " has another number of arguments than its text");
  }

  private void clockIndex(int clock, String what) {
    require(clock >= 0 && clock < netlist.clocks().size(), what + " follows no clock of the list");
  }

  private static void requireFits(BigInteger value, int width, String what) {
    require(
        value.signum() >= 0 && value.bitLength() <= width,
        what + " starts at " + value.toString(16) + ", which does not fit");
  }

  private void markDriven(Signal signal) {
    requireListed(signal);
    require(!driven[signal.id()], "signal " + signal + " is driven twice");
    driven[signal.id()] = true;
  }

  private void checkOperand(Operand operand, String what) {
    long width = 0;
    for (Operand.Part part : operand.parts()) {
      if (part instanceof Operand.Slice slice) {
        requireListed(slice.signal());
      }
      width += part.width();
    }
    require(width <= MAX_WIDTH, what + " takes an operand that is too wide");
  }

  private void requireListed(Signal signal) {
    require(
        signal.id() >= 0
            && signal.id() < driven.length
            && netlist.signals().get(signal.id()).equals(signal),
        "signal " + signal + " is not of this netlist");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new RtlException(
          RtlError.NETLIST_INVALID, otherwise + ". The netlist is damaged: build the image again");
    }
  }
}
