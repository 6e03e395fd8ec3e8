package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A clocked design behaves in every cycle as on Icarus Verilog. */
public final class SequentialOnIcarus {
  private static final int CYCLES = 400;

  private SequentialOnIcarus() {}

  /** Compares a front end with Icarus Verilog. */
  public static void check(Path folder, FrontEnd frontEnd) throws IOException {
    check(folder, frontEnd, "sequential");
  }

  /** Compares a front end with Icarus Verilog, on a design of the test resources. */
  static void check(Path folder, FrontEnd frontEnd, String design) throws IOException {
    check(folder, frontEnd, design + ".v", design);
  }

  /** Compares a front end with Icarus Verilog, on a file of the test resources. */
  static void check(Path folder, FrontEnd frontEnd, String file, String design) throws IOException {
    check(folder, frontEnd, TestResources.copy(file, folder), design);
  }

  /** Compares on a file; returns how many outputs were compared. */
  static int check(Path folder, FrontEnd frontEnd, Path source, String design) throws IOException {
    Netlist netlist = frontEnd.elaborate(Sources.of(List.of(source)), design).netlist();
    List<Port> inputs =
        netlist.inputs().keySet().stream().filter(port -> !port.name().equals("clk")).toList();
    List<Port> outputs = List.copyOf(netlist.outputs().keySet());
    Random random = new Random(7);
    List<List<BigInteger>> vectors =
        Stream.generate(
                () -> inputs.stream().map(port -> new BigInteger(port.width(), random)).toList())
            .limit(CYCLES)
            .toList();
    Path bench =
        Files.writeString(folder.resolve("bench.v"), bench(design, inputs, outputs, vectors));
    List<String> expected = Icarus.run(folder, "bench", source, bench);

    // The netlist is also written and read back, as in an image.
    Netlist stored = NetlistReader.read(NetlistWriter.write(netlist));
    for (Engine made :
        List.of(new ReferenceEngine(netlist), JvmEngine.compile(stored).newEngine())) {
      try (Engine engine = made) {
        compare(engine, inputs, outputs, vectors, expected);
      }
    }
    return outputs.size();
  }

  private static void compare(
      Engine engine,
      List<Port> inputs,
      List<Port> outputs,
      List<List<BigInteger>> vectors,
      List<String> expected) {
    for (int cycle = 0; cycle < vectors.size(); cycle++) {
      for (int i = 0; i < inputs.size(); i++) {
        NamedPins.drive(NamedPins.pin(engine, inputs.get(i).name()), vectors.get(cycle).get(i));
      }
      engine.settle();
      String[] words = expected.get(cycle).strip().split(" +");
      for (int i = 0; i < outputs.size(); i++) {
        String name = outputs.get(i).name();
        assertThat(Icarus.known(NamedPins.pin(engine, name).value(), words[i]))
            .as("%s in cycle %d of %s", name, cycle, engine)
            .isEqualTo(words[i].toLowerCase(Locale.ROOT));
      }
      engine.edge(0);
    }
  }

  private static String bench(
      String design, List<Port> inputs, List<Port> outputs, List<List<BigInteger>> vectors) {
    StringBuilder text = new StringBuilder("module bench;\n  reg clk = 0;\n");
    List<String> connections = new ArrayList<>(List.of(".clk(clk)"));
    for (Port port : Stream.concat(inputs.stream(), outputs.stream()).toList()) {
      String kind = inputs.contains(port) ? "reg" : "wire";
      text.append("  %s [%d:0] %s;\n".formatted(kind, port.width() - 1, port.name()));
      connections.add("." + port.name() + "(" + port.name() + ")");
    }
    text.append("  " + design + " dut(" + String.join(", ", connections) + ");\n  initial begin\n");
    String show =
        "    #1 $display(\""
            + outputs.stream().map(port -> "%h").collect(Collectors.joining(" "))
            + "\""
            + outputs.stream().map(port -> ", " + port.name()).collect(Collectors.joining())
            + ");\n    #1 clk = 1; #1 clk = 0;\n";
    for (List<BigInteger> vector : vectors) {
      for (int i = 0; i < inputs.size(); i++) {
        Port port = inputs.get(i);
        text.append(
            "    %s = %d'h%s;\n".formatted(port.name(), port.width(), vector.get(i).toString(16)));
      }
      text.append(show);
    }
    return text.append("  end\nendmodule\n").toString();
  }
}
