package dev.backplane.rtl.frontends.vhdl;

import java.util.List;
import java.util.Optional;

/**
 * An entity with resolved generics, or an unbound component.
 *
 * @param name its name; GHDL appends the values of the generics
 * @param inputs its input ports
 * @param outputs its output ports
 * @param body its contents; empty for an unbound component
 */
record Unit(String name, List<UnitPort> inputs, List<UnitPort> outputs, Optional<Body> body) {
  /**
   * A port.
   *
   * @param name the name; fields of records are separated by points
   * @param width its bits
   */
  record UnitPort(String name, int width) {}

  /**
   * The contents of a unit.
   *
   * @param inputs the nets of the input ports
   * @param outputs the nets that drive the output ports
   * @param gates all gates
   */
  record Body(List<Net> inputs, List<Net> outputs, List<Gate> gates) {
    Body {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
      gates = List.copyOf(gates);
    }
  }

  Unit {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }
}
