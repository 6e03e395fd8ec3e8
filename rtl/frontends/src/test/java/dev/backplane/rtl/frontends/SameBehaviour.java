package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Compares two ways to write one thing, in one design: its output {@code bad} is 0 in every cycle,
 * on random inputs.
 */
final class SameBehaviour {
  private static final int CYCLES = 600;

  private SameBehaviour() {}

  /** Compares on the installed Verilator; the top module is {@code t}. */
  static void check(Path folder, String... sources) throws IOException {
    check(TestVerilator.frontEnd(), folder, sources);
  }

  static void check(FrontEnd frontEnd, Path folder, String... sources) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String source : sources) {
      files.add(Files.writeString(folder.resolve("t" + files.size() + ".sv"), source));
    }
    Netlist netlist = frontEnd.elaborate(Sources.of(files), "t").netlist();
    Random random = new Random(5);
    try (Engine engine = new ReferenceEngine(netlist)) {
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        List<String> inputs = new ArrayList<>();
        for (Port port : netlist.inputs().keySet()) {
          BigInteger value = new BigInteger(port.width(), random);
          if (!port.name().equals("clk")) {
            NamedPins.drive(NamedPins.pin(engine, port.name()), value);
            inputs.add(port.name() + " = " + value.toString(16));
          }
        }
        engine.settle();
        assertThat(NamedPins.pin(engine, "bad").value().toString(2))
            .as("cycle %d of %s, %s", cycle, frontEnd.name(), inputs)
            .isEqualTo("0");
        if (!netlist.clocks().isEmpty()) {
          engine.edge(0);
        }
      }
    }
  }
}
