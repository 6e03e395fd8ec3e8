package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Simulates sources with Verilator's own simulator, which shares no lowering with us. */
final class VerilatorSimulation {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  private VerilatorSimulation() {}

  /**
   * Simulates: drives inputs, samples outputs, applies a rising and a falling edge of all clocks.
   *
   * @param folder the work folder
   * @param netlist the netlist, for its ports
   * @param source absolute
   * @param stimulus values by input, for each cycle
   * @return values of the outputs in the order of the ports, for each cycle
   */
  static List<List<BigInteger>> run(
      Path folder, Netlist netlist, Path source, List<Map<String, BigInteger>> stimulus)
      throws IOException {
    return run(folder, netlist, source, stimulus, false);
  }

  /**
   * The same, and leaves Verilator's coverage of lines and toggles in {@code coverage.dat} if that
   * is wanted.
   */
  static List<List<BigInteger>> run(
      Path folder,
      Netlist netlist,
      Path source,
      List<Map<String, BigInteger>> stimulus,
      boolean covered)
      throws IOException {
    List<Port> inputs =
        netlist.inputs().keySet().stream()
            .filter(port -> stimulus.getFirst().containsKey(port.name()))
            .toList();
    List<String> clocks = netlist.clocks().stream().map(Clock::pin).distinct().toList();
    StringBuilder text = new StringBuilder();
    for (Map<String, BigInteger> cycle : stimulus) {
      for (Port port : inputs) {
        BigInteger value = Objects.requireNonNull(cycle.get(port.name()), port.name());
        for (int word = 0; word * 32 < port.width(); word++) {
          text.append(Long.toHexString(value.shiftRight(word * 32).longValue() & 0xffffffffL));
          text.append(' ');
        }
      }
      text.append('\n');
    }
    Files.writeString(folder.resolve("stimulus.txt"), text);
    Files.writeString(
        folder.resolve("main.cpp"),
        program(inputs, List.copyOf(netlist.outputs().keySet()), clocks, stimulus.size(), covered));
    build(folder, netlist.top(), source, covered);
    return read(
        ToolRun.run(List.of("obj_dir/model"), folder, DEADLINE).output(),
        List.copyOf(netlist.outputs().keySet()));
  }

  private static void build(Path folder, String top, Path source, boolean covered)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(TestVerilator.any().program().toString());
    command.addAll(List.of("--cc", "--exe", "--build", "--x-assign", "0", "--x-initial", "0"));
    command.addAll(List.of("--noassert", "--no-timing", "-Wno-fatal", "-Wno-lint", "-Wno-style"));
    command.addAll(List.of("-Wno-ENUMVALUE", "-CFLAGS", "-O0", "-MAKEFLAGS", "OPT_FAST=-O0"));
    command.addAll(List.of("-MAKEFLAGS", "OPT_GLOBAL=-O0"));
    command.addAll(List.of("--default-language", "1800-2017", "+1364-2005ext+v"));
    command.addAll(List.of("--prefix", "Vmodel", "-o", "model", "--top-module", top));
    if (covered) {
      command.addAll(List.of("--coverage-line", "--coverage-toggle"));
    }
    command.addAll(List.of("main.cpp", source.toString()));
    ToolRun run = ToolRun.run(command, folder, DEADLINE);
    if (run.exitCode() != 0) {
      throw new IOException("Verilator failed: " + run.output());
    }
  }

  private static String program(
      List<Port> inputs, List<Port> outputs, List<String> clocks, int cycles, boolean covered) {
    StringBuilder text =
        new StringBuilder(
            """
            #include "Vmodel.h"
            #include "verilated_cov.h"
            #include <cstdio>
            int main() {
            """);
    text.append("  Vmodel* d = new Vmodel;\n  unsigned x, y;\n");
    text.append("  FILE* f = fopen(\"stimulus.txt\", \"r\");\n");
    text.append("  for (int c = 0; c < " + cycles + "; c++) {\n");
    for (Port port : inputs) {
      text.append(
          port.width() > 64
              ? "    for (int i = 0; i < %d; i++) { fscanf(f, \"%%x\", &x); d->%s[i] = x; }\n"
                  .formatted((port.width() + 31) / 32, port.name())
              : port.width() > 32
                  ? "    fscanf(f, \"%%x %%x\", &x, &y); d->%s = (QData)y << 32 | x;\n"
                      .formatted(port.name())
                  : "    fscanf(f, \"%%x\", &x); d->%s = x;\n".formatted(port.name()));
    }
    text.append("    d->eval();\n");
    for (Port port : outputs) {
      text.append(
          port.width() > 64
              ? "    for (int i = 0; i < %d; i++) printf(\"%%x \", d->%s[i]);\n"
                  .formatted((port.width() + 31) / 32, port.name())
              : port.width() > 32
                  ? "    printf(\"%%x %%x \", (unsigned)d->%1$s, (unsigned)(d->%1$s >> 32));\n"
                      .formatted(port.name())
                  : "    printf(\"%%x \", (unsigned)d->%s);\n".formatted(port.name()));
    }
    text.append("    puts(\"\");\n");
    for (int level : new int[] {1, 0}) {
      clocks.forEach(clock -> text.append("    d->" + clock + " = " + level + ";\n"));
      text.append("    d->eval();\n");
    }
    text.append("  }\n");
    if (covered) {
      text.append("  Verilated::threadContextp()->coveragep()->write(\"coverage.dat\");\n");
    }
    return text.append("}\n").toString();
  }

  private static List<List<BigInteger>> read(String output, List<Port> ports) {
    List<List<BigInteger>> cycles = new ArrayList<>();
    for (String line : output.lines().filter(each -> each.matches("[0-9a-f ]+")).toList()) {
      String[] words = line.strip().split(" ");
      List<BigInteger> values = new ArrayList<>();
      int at = 0;
      for (Port port : ports) {
        BigInteger value = BigInteger.ZERO;
        for (int word = 0; word * 32 < port.width(); word++) {
          value = value.or(new BigInteger(words[at++], 16).shiftLeft(word * 32));
        }
        values.add(value);
      }
      cycles.add(values);
    }
    return cycles;
  }
}
