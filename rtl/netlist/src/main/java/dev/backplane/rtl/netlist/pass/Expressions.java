package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The signals of a netlist as simplified expressions of its inputs, registers and memories. */
final class Expressions {
  private final Netlist netlist;
  private final NodeGraph graph = new NodeGraph();
  private final Map<Signal, Node> nodes = new HashMap<>();

  /**
   * Makes the expressions of a netlist.
   *
   * @param netlist a netlist without a combinational loop
   * @param replacements what to take for some signals: constants, and inputs and registers that are
   *     not replaced themselves
   */
  Expressions(Netlist netlist, Map<Signal, Operand> replacements) {
    this.netlist = netlist;
    netlist.inputs().values().forEach(this::source);
    netlist.registers().stream().map(Register::output).forEach(this::source);
    replacements.values().forEach(operand -> operand.signals().forEach(this::source));
    Map<Signal, Node> replaced = new HashMap<>();
    replacements.forEach((signal, operand) -> replaced.put(signal, of(operand)));
    nodes.putAll(replaced);
    for (Levelizer.Step step : Levelizer.levelize(netlist)) {
      if (!replaced.containsKey(step.output())) {
        nodes.put(
            step.output(),
            switch (step) {
              case Levelizer.CellStep(Cell cell) -> compute(cell);
              case Levelizer.ReadStep(int memory, var port) -> read(memory, of(port.address()));
            });
      }
    }
  }

  private void source(Signal signal) {
    nodes.computeIfAbsent(signal, _ -> graph.source(signal, signal.width()));
  }

  private Node compute(Cell cell) {
    List<Node> in = cell.inputs().stream().map(this::of).toList();
    int width = cell.output().width();
    return switch (cell.operation()) {
      case MUX -> graph.mux(in.get(2), in.get(1), in.get(0));
      case REDUCE_AND,
          REDUCE_OR,
          REDUCE_XOR,
          LOGIC_NOT,
          LOGIC_AND,
          LOGIC_OR,
          LT,
          LE,
          EQ,
          NE,
          GE,
          GT ->
          graph.resize(graph.compute(cell.operation(), cell.signed(), in, 1), width, false);
      default -> graph.compute(cell.operation(), cell.signed(), in, width);
    };
  }

  /** A word of a memory that nothing writes is known where its address is. */
  private Node read(int index, Node address) {
    Memory memory = netlist.memories().get(index);
    if (memory.writes().isEmpty() && address instanceof Node.Fixed fixed) {
      List<BigInteger> words = memory.initial();
      boolean written = fixed.value().compareTo(BigInteger.valueOf(words.size())) < 0;
      return graph.fixed(
          written ? words.get(fixed.value().intValue()) : BigInteger.ZERO, memory.width());
    }
    return graph.memoryRead(index, memory.width(), address);
  }

  /** The expression of a signal. */
  Node of(Signal signal) {
    return Objects.requireNonNull(nodes.get(signal));
  }

  /** The expression of an operand. */
  Node of(Operand operand) {
    return graph.concat(operand.parts().stream().map(this::of).toList());
  }

  private Node of(Operand.Part part) {
    return switch (part) {
      case Operand.Slice slice -> graph.slice(of(slice.signal()), slice.lsb(), slice.width());
      case Operand.Constant constant -> graph.fixed(constant.value(), constant.width());
    };
  }
}
