package dev.backplane.rtl.frontend.vhdl;

import java.util.List;
import java.util.Optional;

/**
 * An entity with its generics resolved, or a component that is bound to no entity.
 *
 * @param name its name; GHDL adds the values of the generics
 * @param inputs its input ports
 * @param outputs its output ports
 * @param body its contents; empty if it is a component without an entity
 */
record Unit(String name, List<UnitPort> inputs, List<UnitPort> outputs, Optional<Body> body) {
  /**
   * A port.
   *
   * @param name fields of records are separated by points
   * @param width its bits
   */
  record UnitPort(String name, int width) {}

  /**
   * What is in a unit.
   *
   * @param inputs the nets of the input ports
   * @param outputs what drives the output ports
   * @param gates all else
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
