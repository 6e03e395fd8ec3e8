package dev.backplane.rtl.frontends.vhdl;

import java.util.List;
import java.util.SequencedMap;

/**
 * An instance in a design unit: of a gate of GHDL, whose name begins with a dollar sign, or of
 * another unit.
 *
 * @param label its label in the source; {@code %} and a number if it has none
 * @param kind the name of the gate or unit
 * @param parameters its parameters as GHDL prints them: {@code $offset=3}, or plain numbers
 * @param inputs its input nets by port name
 * @param outputs its output nets in port order
 * @param location file, line and column; empty if unknown
 */
record Gate(
    String label,
    String kind,
    List<String> parameters,
    SequencedMap<String, Net> inputs,
    List<Net> outputs,
    String location) {

  boolean isPrimitive() {
    return kind.startsWith("$");
  }

  Net input(String port) {
    Net net = inputs.get(port);
    if (net == null) {
      throw new GateListException("gate " + label + " of " + kind + " has no input " + port);
    }
    return net;
  }

  /** The file; empty if it is unknown. */
  String file() {
    return location.replaceFirst(":\\d+:\\d+$", "");
  }

  /** The line; 0 if it is unknown. */
  int line() {
    String[] parts = location.split(":");
    return parts.length < 3 ? 0 : Integer.parseInt(parts[parts.length - 2]);
  }

  Net output() {
    return outputs.getFirst();
  }

  /** A required parameter. */
  long parameter(String name) {
    for (String parameter : parameters) {
      if (parameter.startsWith(name + "=")) {
        return Long.parseLong(parameter.substring(name.length() + 1));
      }
    }
    throw new GateListException("gate " + label + " of " + kind + " has no parameter " + name);
  }
}
