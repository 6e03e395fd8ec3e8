package dev.backplane.rtl.simulators.check;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.ReferencedFiles;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.text.ParameterValue;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Icarus Verilog.
 *
 * @param version its version
 */
record IcarusSimulator(String version) implements LanguageSimulator {
  private static final Pattern VERSION = Pattern.compile("Icarus Verilog version (\\S+)");
  private static final Duration VERSION_DEADLINE = Duration.ofSeconds(20);

  /** Newer standards have more keywords, which older files may use as names. */
  private static final List<String> GENERATIONS = List.of("-g2012", "-g2005");

  /** The installed one, if there is one. */
  static Optional<IcarusSimulator> find() {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ToolRun run = ToolRun.run(List.of("iverilog", "-V"), folder.path(), VERSION_DEADLINE);
      Matcher version = VERSION.matcher(run.output());
      return Optional.of(new IcarusSimulator(version.find() ? version.group(1) : ""));
    } catch (RtlException e) {
      return Optional.empty();
    }
  }

  @Override
  public String name() {
    return ("Icarus Verilog " + version).strip();
  }

  @Override
  public List<String> run(
      Sources sources, String top, Stimulus stimulus, Path folder, Duration limit)
      throws IOException, NotSimulated {
    // Delays of sources without a time unit are shorter than a step too.
    Path units = Files.writeString(folder.resolve("units.v"), "`timescale 1ns/1ps\n");
    Path bench = Files.writeString(folder.resolve("bench.sv"), bench(sources, top, stimulus));
    Set<Path> folders = folders(sources);
    linkMemoryFiles(folders, folder);
    String refusal = "";
    for (String generation : GENERATIONS) {
      List<String> command = new ArrayList<>();
      command.addAll(List.of("iverilog", generation, "-s", BENCH, "-o", "bench.vvp"));
      folders.forEach(each -> command.add("-I" + each));
      sources
          .defines()
          .forEach(
              (name, value) -> command.add("-D" + name + (value.isEmpty() ? "" : "=" + value)));
      command.add(units.toString());
      sources.files().forEach(file -> command.add(file.toAbsolutePath().normalize().toString()));
      command.add(bench.toString());
      ToolRun compiled = ToolRun.run(command, folder, limit);
      if (compiled.exitCode() == 0) {
        return LanguageSimulator.simulate(name(), List.of("vvp", "-n", "bench.vvp"), folder, limit);
      }
      refusal = refusal.isEmpty() ? LanguageSimulator.firstError(compiled) : refusal;
    }
    throw new NotSimulated(name() + " does not read it: " + refusal);
  }

  private static Set<Path> folders(Sources sources) {
    Set<Path> folders = new LinkedHashSet<>();
    sources.includes().forEach(folder -> folders.add(folder.toAbsolutePath().normalize()));
    for (Path file : sources.files()) {
      Path parent = file.toAbsolutePath().normalize().getParent();
      if (parent != null) {
        folders.add(parent);
      }
    }
    return folders;
  }

  /** Names of memory files are relative to the working folder there. */
  private static void linkMemoryFiles(Set<Path> folders, Path work) throws IOException {
    for (Path folder : folders) {
      for (Path file : ReferencedFiles.companions(folder)) {
        Path link = work.resolve(String.valueOf(file.getFileName()));
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, file);
        }
      }
    }
  }

  private static String bench(Sources sources, String top, Stimulus stimulus) {
    StringBuilder text = new StringBuilder("`timescale 1us/1ps\nmodule " + BENCH + ";\n");
    int width = stimulus.width();
    int steps = stimulus.steps().size();
    text.append("  reg [%d:0] steps [0:%d];\n  integer step;\n".formatted(width - 1, steps - 1));
    List<String> connections = new ArrayList<>();
    List<String> given = declare("reg", "i", stimulus.inputs(), text, connections);
    List<String> shown = declare("wire", "o", stimulus.outputs(), text, connections);
    for (int i = 0; i < stimulus.clocks().size(); i++) {
      text.append("  reg c" + i + " = 0;\n");
      connections.add(".\\" + stimulus.clocks().get(i) + " (c" + i + ")");
    }
    String values =
        sources.parameters().entrySet().stream()
            .map(
                each ->
                    ".\\%s (%s)"
                        .formatted(each.getKey(), ParameterValue.parse(each.getValue()).literal()))
            .collect(Collectors.joining(", "));
    text.append("  \\" + top + " ");
    text.append(values.isEmpty() ? "" : "#(" + values + ") ");
    text.append("dut(" + String.join(", ", connections) + ");\n");
    text.append("  initial begin\n    $readmemb(\"" + STIMULUS + "\", steps);\n");
    text.append("    for (step = 0; step < " + steps + "; step = step + 1) begin\n");
    int clocks = stimulus.clocks().size();
    if (!given.isEmpty()) {
      text.append(
          "      {%s} = steps[step][%d:%d];\n"
              .formatted(String.join(", ", given), width - 1, clocks));
    }
    text.append("      #5 $display(\"" + MARK);
    text.append(String.join(" ", Collections.nCopies(shown.size(), "%b")) + "\"");
    shown.forEach(name -> text.append(", " + name));
    text.append(");\n");
    if (clocks > 0) {
      String levels =
          IntStream.range(0, clocks).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
      text.append("      {%s} = steps[step][%d:0];\n".formatted(levels, clocks - 1));
      text.append("      #5 {%s} = 0;\n".formatted(levels));
    }
    return text.append("      #5;\n    end\n    $finish;\n  end\nendmodule\n").toString();
  }

  private static List<String> declare(
      String kind, String prefix, List<Port> ports, StringBuilder text, List<String> connections) {
    List<String> names = new ArrayList<>();
    for (Port port : ports) {
      String name = prefix + names.size();
      names.add(name);
      text.append("  %s [%d:0] %s;\n".formatted(kind, port.width() - 1, name));
      connections.add(".\\" + port.name() + " (" + name + ")");
    }
    return names;
  }
}
