package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The units of a gate list by their names, which instances refer to. GHDL before 6.0 gives the
 * architectures of an entity one name, and every version gives one to what configurations tell
 * apart; a name is of use only if all units that have it are equal.
 *
 * @param units one unit for each name, in the order of the list
 * @param ambiguous a name whose units differ, if there is one
 */
record EqualUnits(List<Unit> units, Optional<String> ambiguous) {
  EqualUnits {
    units = List.copyOf(units);
  }

  /** Compares the units that have one name. */
  static EqualUnits of(List<Unit> list) {
    Map<String, Unit> first = new LinkedHashMap<>();
    Optional<String> ambiguous = Optional.empty();
    for (Unit unit : list) {
      Unit other = first.putIfAbsent(unit.name(), unit);
      if (other != null && !contents(other).equals(contents(unit))) {
        ambiguous = ambiguous.or(() -> Optional.of(unit.name()));
      }
    }
    return new EqualUnits(List.copyOf(first.values()), ambiguous);
  }

  /** The contents with nets numbered in the order of their use: GHDL numbers those of all units. */
  static List<Object> contents(Unit unit) {
    List<Object> contents = new ArrayList<>(List.of(unit.inputs(), unit.outputs()));
    Map<Integer, Integer> numbers = new HashMap<>();
    unit.body()
        .ifPresent(
            body -> {
              contents.add(numbered(body.inputs(), numbers));
              for (Gate gate : body.gates()) {
                contents.add(List.of(gate.kind(), gate.parameters(), place(gate)));
                contents.add(gate.label().startsWith("%") ? "" : gate.label());
                contents.add(List.copyOf(gate.inputs().keySet()));
                contents.add(numbered(List.copyOf(gate.inputs().values()), numbers));
                contents.add(numbered(gate.outputs(), numbers));
              }
              contents.add(numbered(body.outputs(), numbers));
            });
    return contents;
  }

  /** The location of a gate in whatever folder its file is. */
  private static String place(Gate gate) {
    return gate.location().substring(gate.location().lastIndexOf('/') + 1);
  }

  private static List<Net> numbered(List<Net> nets, Map<Integer, Integer> numbers) {
    return nets.stream()
        .map(net -> new Net(numbers.computeIfAbsent(net.id(), n -> numbers.size()), net.width()))
        .toList();
  }
}
