package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Refuses netlists that contradict themselves: the rest of the package relies on all of this. */
final class NetlistCheck {
  private final Netlist netlist;
  private final BitSet driven = new BitSet();

  private NetlistCheck(Netlist netlist) {
    this.netlist = netlist;
  }

  static void check(Netlist netlist) {
    new NetlistCheck(netlist).run();
  }

  private void run() {
    for (int i = 0; i < netlist.signals().size(); i++) {
      Signal signal = netlist.signals().get(i);
      require(
          signal.id() == i,
          "signal ",
          signal,
          " says it is number ",
          signal.id(),
          " but is number ",
          i);
    }
    drivers();
    netlist.cells().forEach(this::cell);
    netlist.registers().forEach(this::register);
    netlist.memories().forEach(this::memory);
    netlist
        .outputs()
        .forEach(
            (port, operand) -> {
              width("output port " + port.name(), operand, port.width());
              used("output port " + port.name(), operand);
            });
    for (String clock : netlist.clocks()) {
      require(
          netlist.inputs().keySet().stream().anyMatch(port -> port.name().equals(clock)),
          "clock ",
          clock,
          " is not an input port");
    }
  }

  private void drivers() {
    for (Map.Entry<Port, Signal> input : netlist.inputs().entrySet()) {
      drive("input port " + input.getKey().name(), input.getValue());
      require(
          input.getKey().width() == input.getValue().width(),
          "input port ",
          input.getKey().name(),
          " of ",
          input.getKey().width(),
          " bits drives ",
          input.getValue());
    }
    netlist.cells().forEach(cell -> drive("a cell", cell.output()));
    netlist.registers().forEach(register -> drive("a register", register.output()));
    for (Memory memory : netlist.memories()) {
      memory.reads().forEach(read -> drive("memory " + memory.name(), read.output()));
    }
  }

  private void drive(String what, Signal signal) {
    known(what, signal);
    require(
        !driven.get(signal.id()),
        what,
        " drives signal ",
        signal,
        ", which something else drives too");
    driven.set(signal.id());
  }

  private void known(String what, Signal signal) {
    require(
        signal.id() >= 0
            && signal.id() < netlist.signals().size()
            && netlist.signals().get(signal.id()).equals(signal),
        what,
        " refers to ",
        signal,
        ", which is not a signal of the netlist");
  }

  private void cell(Cell cell) {
    String what = "cell " + cell.operation() + " driving " + cell.output();
    List<Operand> in = cell.inputs();
    in.forEach(operand -> used(what, operand));
    switch (cell.operation()) {
      case MUX -> {
        width(what + ", input A", in.get(0), cell.output().width());
        width(what + ", input B", in.get(1), cell.output().width());
        width(what + ", input S", in.get(2), 1);
      }
      case PMUX -> {
        width(what + ", input A", in.get(0), cell.output().width());
        long all = (long) in.get(2).width() * cell.output().width();
        require(
            in.get(1).width() == all,
            what,
            ": input B has ",
            in.get(1).width(),
            " bits, not ",
            all);
      }
      default -> {}
    }
  }

  private void register(Register register) {
    String what = "register " + register.output();
    used(what, register.input());
    clock(what, register.clock());
    require(
        register.initial().signum() >= 0
            && register.initial().bitLength() <= register.output().width(),
        what,
        " starts at ",
        register.initial(),
        ", which does not fit it");
  }

  private void memory(Memory memory) {
    String what = "memory " + memory.name();
    require(
        memory.width() > 0 && memory.depth() > 0,
        what,
        " has ",
        memory.depth(),
        " words of ",
        memory.width(),
        " bits");
    require(memory.initial().size() <= memory.depth(), what, " has more initial words than words");
    memory
        .initial()
        .forEach(
            word ->
                require(
                    word.signum() >= 0 && word.bitLength() <= memory.width(),
                    what,
                    " has an initial word ",
                    word,
                    ", which does not fit it"));
    for (Memory.ReadPort read : memory.reads()) {
      used(what, read.address());
      require(read.output().width() == memory.width(), what, " is read into ", read.output());
    }
    for (Memory.WritePort write : memory.writes()) {
      used(what, write.address());
      used(what, write.data());
      used(what, write.enable());
      width(what + ", write data", write.data(), memory.width());
      width(what + ", write enable", write.enable(), memory.width());
      clock(what, write.clock());
    }
  }

  private void used(String what, Operand operand) {
    for (Operand.Part part : operand.parts()) {
      if (part instanceof Operand.Slice slice) {
        known(what, slice.signal());
        require(
            driven.get(slice.signal().id()),
            what,
            " uses signal ",
            slice.signal(),
            ", which nothing drives");
      }
    }
  }

  private void clock(String what, int clock) {
    require(
        clock >= 0 && clock < netlist.clocks().size(),
        what,
        " follows clock number ",
        clock,
        " of ",
        netlist.clocks().size());
  }

  private void width(String what, Operand operand, int width) {
    require(operand.width() == width, what, " has ", operand.width(), " bits, not ", width);
  }

  private void require(boolean condition, Object... message) {
    if (!condition) {
      throw new RtlException(
          RtlError.NETLIST_INVALID,
          "design "
              + netlist.top()
              + ": "
              + Stream.of(message).map(String::valueOf).collect(Collectors.joining())
              + "; build the image again, and report this if it stays");
    }
  }
}
