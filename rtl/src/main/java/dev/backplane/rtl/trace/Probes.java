package dev.backplane.rtl.trace;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Makes internal registers of a design visible as additional outputs, which engines show as pins
 * and the harness ignores.
 */
public final class Probes {
  private Probes() {}

  /**
   * Adds outputs for registers to a design.
   *
   * @param netlist the design
   * @param filter selects registers by signal name
   * @return the design with an output for each selected register
   * @throws IllegalArgumentException if no register is selected
   */
  public static Netlist add(Netlist netlist, PinFilter filter) {
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>(netlist.outputs());
    List<String> taken = netlist.ports().stream().map(Port::name).toList();
    for (Register register : netlist.registers()) {
      String name = register.output().name();
      if (filter.accepts(name) && !taken.contains(name)) {
        outputs.put(
            new Port(name, Port.Direction.OUTPUT, register.output().width()),
            Operand.of(register.output()));
      }
    }
    if (outputs.size() == netlist.outputs().size()) {
      throw new IllegalArgumentException(
          "no register is called "
              + filter.globs()
              + "; there are "
              + netlist.registers().stream().map(each -> each.output().name()).sorted().toList());
    }
    return new Netlist(
        netlist.top(),
        netlist.signals(),
        netlist.inputs(),
        outputs,
        netlist.clocks(),
        netlist.cells(),
        netlist.registers(),
        netlist.memories(),
        netlist.effects());
  }
}
