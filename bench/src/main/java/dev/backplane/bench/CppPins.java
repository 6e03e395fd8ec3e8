package dev.backplane.bench;

import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.corpus.PinStimulus;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * Generates the parts of a C++ harness for a design that is driven by its pins: a header with
 * functions for its pins, and the table of the stimulus.
 *
 * @param clocks the clocks of the netlist
 * @param inputs the driven inputs, without clocks
 * @param outputs the outputs by name, as in the digest of {@code PinDriver}
 */
record CppPins(List<Clock> clocks, List<Port> ports, List<Port> inputs, List<Port> outputs) {
  static CppPins of(CorpusDesign design, Netlist netlist) {
    List<Port> ports = netlist.ports();
    return new CppPins(
        netlist.clocks(),
        ports,
        ports.stream()
            .filter(port -> port.direction() == Port.Direction.INPUT)
            .filter(port -> !design.clocks().containsKey(port.name()))
            .toList(),
        ports.stream()
            .filter(port -> port.direction() == Port.Direction.OUTPUT)
            .sorted(Comparator.comparing(Port::name))
            .toList());
  }

  /** Writes a row for each tick: the mask of edges, then the words of the inputs. */
  void writeTable(Path file, PinStimulus stimulus) throws IOException {
    int words = inputs.stream().mapToInt(CppNames::words).sum();
    long[] edges = stimulus.edges(clocks);
    ByteBuffer table =
        ByteBuffer.allocate(edges.length * (1 + words) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int tick = 0; tick < edges.length; tick++) {
      table.putLong(edges[tick]);
      for (Port input : inputs) {
        for (int word = 0; word < CppNames.words(input); word++) {
          table.putLong(stimulus.word(input.name(), tick, word));
        }
      }
    }
    Files.write(file, table.array());
  }

  String header(CppNames names) {
    StringBuilder text = new StringBuilder("#pragma once\n#include \"Vpeer.h\"\n");
    text.append("using Model = Vpeer;\n");
    text.append("static const size_t AFTER_RESET = %d;\n".formatted(PinStimulus.AFTER_RESET));
    StringBuilder drive = new StringBuilder();
    int at = 0;
    for (Port input : inputs) {
      for (int word = 0; word < CppNames.words(input); word++) {
        drive.append("  ").append(names.set(input, word, "row[" + at++ + "]")).append('\n');
      }
    }
    text.append("static const size_t INPUT_WORDS = %d;\n".formatted(at));
    function(text, "void drive(Model& m, const uint64_t* row)", drive.toString());
    StringBuilder digest = new StringBuilder("  uint64_t d = 0;\n");
    for (Port output : outputs) {
      for (int word = 0; word < CppNames.words(output); word++) {
        digest.append("  d = d * 0x9e3779b97f4a7c15 + %s;\n".formatted(names.word(output, word)));
      }
    }
    function(text, "uint64_t digest(Model& m)", digest + "  return d;\n");
    edges(text, "raise", true, names);
    edges(text, "lower", false, names);
    powerUp(text, names, ports, clocks);
    return text.toString();
  }

  /** Resets that are active low take effect at power-up: inputs go from 1 to 0 there. */
  static void powerUp(StringBuilder text, CppNames names, List<Port> ports, List<Clock> clocks) {
    StringBuilder body = new StringBuilder();
    for (Port port : ports) {
      if (port.direction() == Port.Direction.INPUT && port.width() == 1) {
        boolean falling = clocks.contains(Clock.falling(port.name()));
        boolean rising = clocks.contains(Clock.rising(port.name()));
        String level = rising ? "0" : falling ? "1" : "first";
        body.append("  %s = %s;\n".formatted(names.of(port), level));
      }
    }
    function(text, "void powerUp(Model& m, bool first)", body.toString());
  }

  /** A pin goes back after its edge, unless the design follows both. */
  private void edges(StringBuilder text, String name, boolean active, CppNames names) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < clocks.size(); i++) {
      String pin = clocks.get(i).pin();
      boolean falling = clocks.get(i).isFalling();
      boolean both = clocks.contains(clocks.get(i).opposite());
      if (both && !active) {
        continue;
      }
      Port port = ports.stream().filter(each -> each.name().equals(pin)).findFirst().orElseThrow();
      String when = clocks.size() == 1 ? "" : "if (mask >> %d & 1) ".formatted(i);
      body.append("  %s%s = %d;\n".formatted(when, names.of(port), active == falling ? 0 : 1));
    }
    function(text, "void " + name + "(Model& m, uint64_t mask)", body.toString());
  }

  static void function(StringBuilder text, String signature, String body) {
    text.append("static inline %s {\n%s}\n".formatted(signature, body));
  }
}
