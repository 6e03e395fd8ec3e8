package dev.backplane.rtl.trace;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Makes registers inside a design visible: as further outputs, which any engine shows like pins and
 * nobody else looks at.
 */
public final class Probes {
  private Probes() {}

  /**
   * Adds outputs to a design.
   *
   * @param netlist the design
   * @param filter which registers, by the names of their signals
   * @return the same design with an output for each
   * @throws IllegalArgumentException if there is no such register
   */
  public static Netlist add(Netlist netlist, PinFilter filter) {
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>(netlist.outputs());
    List<String> taken = netlist.ports().stream().map(Port::name).toList();
    for (Register register : netlist.registers()) {
      String name = register.output().name();
      if (filter.takes(name) && !taken.contains(name)) {
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
        netlist.memories());
  }
}
