package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** GHDL as a simulator: an entity under a test bench that reads inputs and prints outputs. */
final class GhdlSimulation {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final String CLOCK = "clk";

  private final Path folder;
  private final String entity;
  private final String source;
  private final List<Port> inputs;
  private final List<Port> outputs;
  private final boolean clocked;

  GhdlSimulation(Path folder, String entity, String source, List<Port> ports) {
    this.folder = folder;
    this.entity = entity;
    this.source = source;
    inputs =
        ports.stream()
            .filter(p -> p.direction() == Port.Direction.INPUT && !p.name().equals(CLOCK))
            .toList();
    outputs = ports.stream().filter(p -> p.direction() == Port.Direction.OUTPUT).toList();
    clocked = ports.stream().anyMatch(p -> p.name().equals(CLOCK));
  }

  List<Port> inputs() {
    return inputs;
  }

  List<Port> outputs() {
    return outputs;
  }

  /**
   * Simulates.
   *
   * @param stimulus a line for each cycle: the bits of all inputs, the first input first
   * @param files all files, users before the files that they use
   * @return a line for each cycle: the bits of all outputs before the edge, separated by blanks
   */
  List<String> run(List<String> stimulus, List<Path> files) throws IOException {
    Files.write(folder.resolve("stimulus.txt"), stimulus);
    Path bench = Files.writeString(folder.resolve("bench_tb.vhd"), bench());
    StringBuilder all = new StringBuilder();
    for (Path file : files) {
      all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
    }
    // Analysed first: a run that analyses too takes the first architecture of an entity, not the
    // last.
    List<String> options =
        List.of(
            "--work=" + library(all), "--std=08", "-fsynopsys", "-frelaxed", "--workdir=" + folder);
    List<String> analysis = new ArrayList<>(List.of(TestGhdl.simulator(all), "-a"));
    analysis.addAll(options);
    List<Path> ordered = new ArrayList<>(files.reversed());
    ordered.add(bench);
    analyse(analysis, ordered);
    List<String> command = new ArrayList<>(List.of(TestGhdl.simulator(all), "-r"));
    command.addAll(options);
    // Warnings about unknown values before the first reset are expected.
    command.addAll(List.of("bench_tb", "--ieee-asserts=disable"));
    return tool(command).lines().toList();
  }

  /**
   * Analyses all at once or, where they are in another order than that of their use, one by one: a
   * file that lacks another is tried again after the others.
   */
  private void analyse(List<String> command, List<Path> files) throws IOException {
    try {
      tool(with(command, files));
      return;
    } catch (IOException disordered) {
      // One by one, then.
    }
    List<Path> left = files;
    while (!left.isEmpty()) {
      List<Path> failed = new ArrayList<>();
      IOException why = null;
      for (Path file : left) {
        try {
          tool(with(command, List.of(file)));
        } catch (IOException e) {
          failed.add(file);
          why = e;
        }
      }
      if (why != null && failed.size() == left.size()) {
        throw why;
      }
      left = failed;
    }
  }

  private static List<String> with(List<String> command, List<Path> files) {
    List<String> all = new ArrayList<>(command);
    files.forEach(file -> all.add(file.toString()));
    return all;
  }

  /** The library that the files say they are in. */
  private static String library(CharSequence files) {
    return Pattern.compile("(?im)^\\s*library\\s+(\\w+)\\s*;")
        .matcher(files)
        .results()
        .map(each -> each.group(1).toLowerCase(Locale.ROOT))
        .filter(each -> !Set.of("ieee", "std", "work").contains(each))
        .findFirst()
        .orElse("work");
  }

  private String tool(List<String> command) throws IOException {
    Path result = folder.resolve("printed.txt");
    ToolRun run = ToolRun.run(command, folder, DEADLINE, result);
    String printed = Files.readString(result, StandardCharsets.UTF_8);
    if (run.exitCode() != 0) {
      throw new IOException(command + " failed: " + run.output() + printed);
    }
    return printed;
  }

  /** The type of a port, from its first word and its width. */
  private String type(Port port) {
    Matcher declared =
        Pattern.compile("(?i)\\b" + port.name() + "\\s*(?:,[\\w\\s,]*)?:\\s*(?:in|out)\\s+(\\w+)")
            .matcher(source);
    if (!declared.find()) {
      throw new IllegalStateException("no port " + port.name() + " in " + entity);
    }
    return declared.group(1);
  }

  private String bench() {
    StringBuilder text = new StringBuilder();
    text.append("library ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\n");
    text.append("use std.textio.all;\nentity bench_tb is end entity;\n");
    text.append("architecture bench of bench_tb is\n  signal clk : std_logic := '0';\n");
    List<String> connections = new ArrayList<>(clocked ? List.of("clk => clk") : List.of());
    for (Port port : ports()) {
      String type = type(port);
      String range = type.equals("std_logic") ? "" : "(" + (port.width() - 1) + " downto 0)";
      text.append("  signal p_").append(port.name()).append(" : ").append(type).append(range);
      // Inputs are known from the start: unknown bits could give an integer out of range.
      text.append(
          !inputs.contains(port)
              ? ";\n"
              : range.isEmpty() ? " := '0';\n" : " := (others => '0');\n");
      connections.add(port.name() + " => p_" + port.name());
    }
    int width = inputs.stream().mapToInt(Port::width).sum();
    text.append("begin\n  dut : entity work.").append(entity).append(" port map (");
    text.append(String.join(", ", connections)).append(");\n  process\n");
    text.append("    file stimulus : text open read_mode is \"stimulus.txt\";\n");
    text.append("    variable given, shown : line;\n");
    text.append("    variable v : std_logic_vector(").append(width - 1).append(" downto 0);\n");
    text.append("  begin\n    while not endfile(stimulus) loop\n");
    text.append("      readline(stimulus, given);\n      read(given, v);\n");
    int at = width;
    for (Port port : inputs) {
      String type = type(port);
      at -= port.width();
      String bits = "v(" + (at + port.width() - 1) + " downto " + at + ")";
      text.append("      p_").append(port.name()).append(" <= ");
      text.append(type.equals("std_logic") ? "v(" + at + ")" : type + "(" + bits + ")");
      text.append(";\n");
    }
    text.append("      wait for 5 ns;\n");
    for (Port port : outputs) {
      String name = "p_" + port.name();
      boolean bit = type(port).equals("std_logic");
      text.append("      write(shown, ");
      text.append(bit ? "to_string(" + name + ")" : "to_string(std_logic_vector(" + name + "))");
      text.append(" & \" \");\n");
    }
    text.append("      writeline(output, shown);\n      clk <= '1';\n      wait for 5 ns;\n");
    text.append("      clk <= '0';\n      wait for 1 ns;\n");
    text.append("    end loop;\n    wait;\n  end process;\nend architecture;\n");
    return text.toString();
  }

  private List<Port> ports() {
    List<Port> ports = new ArrayList<>(inputs);
    ports.addAll(outputs);
    return ports;
  }
}
