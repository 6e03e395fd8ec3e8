package dev.backplane.rtl.frontend.vhdl;

import java.util.List;
import java.util.SequencedMap;

/**
 * An instance in a design unit: of one of GHDL's gates, whose names begin with a dollar, or of
 * another unit.
 *
 * @param label what the source calls it; {@code %} and a number if it has no name there
 * @param kind the gate or the unit
 * @param parameters as GHDL prints them: {@code $offset=3}, or plain numbers
 * @param inputs nets by the names of the ports
 * @param outputs nets in the order of the ports
 * @param place file, line and column; empty if unknown
 */
record Gate(
    String label,
    String kind,
    List<String> parameters,
    SequencedMap<String, Net> inputs,
    List<Net> outputs,
    String place) {

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

  /** The file of its place; empty if it is unknown. */
  String file() {
    return place.replaceFirst(":\\d+:\\d+$", "");
  }

  /** The line of its place; 0 if it is unknown. */
  int line() {
    String[] parts = place.split(":");
    return parts.length < 3 ? 0 : Integer.parseInt(parts[parts.length - 2]);
  }

  Net output() {
    return outputs.getFirst();
  }

  /** A parameter that must be there. */
  long parameter(String name) {
    for (String parameter : parameters) {
      if (parameter.startsWith(name + "=")) {
        return Long.parseLong(parameter.substring(name.length() + 1));
      }
    }
    throw new GateListException("gate " + label + " of " + kind + " has no parameter " + name);
  }
}
