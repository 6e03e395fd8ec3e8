package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

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
    SequencedMap<String, Operand> registers = new TreeMap<>(netlist.aliases());
    for (Register register : netlist.registers()) {
      if (!register.output().isGenerated()) {
        registers.put(register.output().name(), Operand.of(register.output()));
      }
    }
    registers.forEach(
        (name, value) -> {
          if (filter.accepts(name) && !taken.contains(name)) {
            outputs.put(new Port(name, Port.Direction.OUTPUT, value.width()), value);
          }
        });
    if (outputs.size() == netlist.outputs().size()) {
      throw new IllegalArgumentException(
          "no register is called " + filter.globs() + "; there are " + registers.keySet());
    }
    return netlist.withOutputs(outputs);
  }
}
