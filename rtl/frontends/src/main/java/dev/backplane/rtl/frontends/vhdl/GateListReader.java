package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the output of {@code ghdl --synth --out=dump}: units with their ports, and gates with their
 * nets. The redundant connections at the end of a unit are skipped.
 */
final class GateListReader {
  private static final Pattern MODULE = Pattern.compile(" *module \\{m\\d+\\} (.+)");
  private static final Pattern PORT = Pattern.compile(" *(input|output) (.+?)(?:\\[(\\d+):0\\])?;");
  private static final Pattern INSTANCE = Pattern.compile(" *instance (.+)\\{i\\d+\\}: (.+)");
  private static final Pattern INPUT =
      Pattern.compile(" *input (.+)\\{p\\d+\\} <- .*\\{n(\\d+)w(\\d+)\\}");
  private static final Pattern NET = Pattern.compile("\\{n(\\d+)w(\\d+)\\}");
  private static final Pattern PLACE = Pattern.compile(" *# (.+)");

  private final List<Unit> units = new ArrayList<>();
  private final List<Gate> gates = new ArrayList<>();
  private final List<Unit.UnitPort> inputs = new ArrayList<>();
  private final List<Unit.UnitPort> outputs = new ArrayList<>();
  private String unit = "";

  private String location = "";
  private String label = "";
  private String kind = "";
  private List<String> parameters = List.of();
  private SequencedMap<String, Net> connected = new LinkedHashMap<>();
  private List<Net> driven = List.of();

  private GateListReader() {}

  /** The units, the top one first. */
  static List<Unit> read(String text) {
    GateListReader reader = new GateListReader();
    text.lines().forEach(reader::line);
    reader.endUnit();
    return reader.units;
  }

  private void line(String line) {
    String words = line.strip();
    if (words.startsWith("connect ")) {
      return;
    }
    Matcher matcher = MODULE.matcher(line);
    if (matcher.matches()) {
      endUnit();
      unit = matcher.group(1);
      return;
    }
    matcher = INSTANCE.matcher(line);
    if (matcher.matches() && matcher.group(2).equals("$top")) {
      endUnit(); // the container of all units comes last
    } else if (matcher.matches()) {
      endGate();
      label = matcher.group(1);
      kind = matcher.group(2);
    } else if (words.startsWith("#")) {
      endGate();
      Matcher at = PLACE.matcher(line);
      location = at.matches() ? at.group(1) : "";
    } else if (kind.isEmpty()) {
      port(line);
    } else {
      connection(line, words);
    }
  }

  private void port(String line) {
    Matcher matcher = PORT.matcher(line);
    if (matcher.matches()) {
      int width = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3)) + 1;
      (matcher.group(1).equals("input") ? inputs : outputs)
          .add(new Unit.UnitPort(plain(matcher.group(2)), width));
    }
  }

  private void connection(String line, String words) {
    if (words.startsWith("parameters ")) {
      parameters = List.of(words.substring("parameters ".length()).split(" "));
    } else if (words.startsWith("outputs ")) {
      driven = new ArrayList<>();
      Matcher nets = NET.matcher(words);
      while (nets.find()) {
        driven.add(net(nets.group(1), nets.group(2)));
      }
    } else {
      Matcher matcher = INPUT.matcher(line);
      if (matcher.matches() && matcher.group(1).startsWith(label + ".")) {
        connected.put(
            plain(matcher.group(1).substring(label.length() + 1)),
            net(matcher.group(2), matcher.group(3)));
      } else if (words.startsWith("input ")) {
        throw new GateListException("a line of the gate list is not understood: " + words);
      }
    }
  }

  private static Net net(String id, String width) {
    return new Net(Integer.parseInt(id), Integer.parseInt(width));
  }

  private void endGate() {
    if (!kind.isEmpty()) {
      String name = kind.startsWith("$") ? kind : plain(kind);
      gates.add(new Gate(plain(label), name, parameters, connected, driven, location));
      location = "";
      label = "";
      kind = "";
      parameters = List.of();
      connected = new LinkedHashMap<>();
      driven = List.of();
    }
  }

  private void endUnit() {
    endGate();
    if (unit.startsWith("\\")) {
      // The first instance of a unit with a body is the unit itself: its ports, seen from inside.
      Optional<Unit.Body> body =
          gates.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new Unit.Body(
                      gates.getFirst().outputs(),
                      List.copyOf(gates.getFirst().inputs().values()),
                      gates.subList(1, gates.size())));
      units.add(new Unit(plain(unit), inputs, outputs, body));
    }
    unit = "";
    location = "";
    gates.clear();
    inputs.clear();
    outputs.clear();
  }

  /**
   * A name as in the source: GHDL prints a backslash in front of each part of a name, and one at
   * both ends of an extended identifier.
   */
  private static String plain(String name) {
    return name.replace("\\", "");
  }
}
