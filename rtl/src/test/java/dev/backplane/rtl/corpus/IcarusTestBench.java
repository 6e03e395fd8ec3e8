package dev.backplane.rtl.corpus;

import dev.backplane.rtl.frontend.Icarus;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A test bench that simulates the sources of a design with a stimulus on Icarus Verilog. */
final class IcarusTestBench {
  private static final String TOP = "corpus_bench";
  private static final String STIMULUS = "stimulus.bits";
  private static final String MARK = "pins ";

  private final CorpusDesign design;
  private final PinStimulus stimulus;
  private final List<Port> inputs = new ArrayList<>();
  private final List<Port> outputs = new ArrayList<>();

  IcarusTestBench(CorpusDesign design, List<Port> ports, PinStimulus stimulus) {
    this.design = design;
    this.stimulus = stimulus;
    for (Port port : ports) {
      if (port.direction() == Port.Direction.OUTPUT) {
        outputs.add(port);
      } else if (!design.clocks().containsKey(port.name())) {
        inputs.add(port);
      }
    }
    outputs.sort(Comparator.comparing(Port::name));
  }

  /** {@return the outputs by name, in each tick: a digit for each bit, x if it is unknown} */
  List<List<String>> play(Path folder) throws IOException {
    Files.writeString(folder.resolve(STIMULUS), bits());
    Files.writeString(folder.resolve("bench.sv"), text());
    try (Stream<Path> files = Files.list(design.folder())) {
      for (Path file : files.toList()) { // the simulator reads memory files from its working folder
        Files.copy(file, folder.resolve(Objects.requireNonNull(file.getFileName())));
      }
    }
    List<Path> sources = new ArrayList<>();
    design.files().forEach(file -> sources.add(file.toAbsolutePath()));
    sources.add(folder.resolve("bench.sv"));
    return Icarus.run(folder, TOP, sources.toArray(Path[]::new)).stream()
        .filter(line -> line.startsWith(MARK))
        .map(line -> List.of(line.substring(MARK.length()).split(" ")))
        .toList();
  }

  private String bits() {
    StringBuilder text = new StringBuilder();
    for (int tick = 0; tick < stimulus.ticks; tick++) {
      for (Port port : inputs) {
        long[] column = Objects.requireNonNull(stimulus.values.get(port.name()));
        int words = column.length / stimulus.ticks;
        for (int bit = port.width() - 1; bit >= 0; bit--) {
          text.append(column[tick * words + bit / 64] >>> bit & 1);
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Clocks rise and fall where {@link PinStimulus#edges} has their edges. */
  private String text() {
    StringBuilder text = new StringBuilder("`timescale 1ns/1ps\nmodule " + TOP + ";\n");
    for (Port port : inputs) {
      text.append("  reg [%d:0] %s = 0;\n".formatted(port.width() - 1, port.name()));
    }
    for (Port port : outputs) {
      text.append("  wire [%d:0] %s;\n".formatted(port.width() - 1, port.name()));
    }
    design.clocks().keySet().forEach(clock -> text.append("  reg " + clock + " = 0;\n"));
    int width = inputs.stream().mapToInt(Port::width).sum();
    text.append("  reg [%d:0] bench_rows[0:%d];\n".formatted(width - 1, stimulus.ticks - 1));
    text.append("  integer bench_tick;\n");
    text.append("  %s%s under_test (%s);\n".formatted(design.top(), parameters(), connections()));
    text.append("  initial begin\n    $readmemb(\"" + STIMULUS + "\", bench_rows);\n    #1;\n");
    text.append("    for (bench_tick = 0; bench_tick < %d;".formatted(stimulus.ticks));
    text.append(" bench_tick = bench_tick + 1) begin\n");
    text.append("      {" + names(inputs) + "} = bench_rows[bench_tick];\n      #10;\n");
    text.append("      $display(\"" + MARK + "%b" + " %b".repeat(outputs.size() - 1) + "\", ");
    text.append(names(outputs) + ");\n");
    design.clocks().forEach((clock, period) -> text.append(edge(clock, period, 0, 1)));
    text.append("      #1;\n");
    design.clocks().forEach((clock, period) -> text.append(edge(clock, period, period / 2, 0)));
    return text.append("      #10;\n    end\n    $finish;\n  end\nendmodule\n").toString();
  }

  private static String edge(String clock, int period, int tick, int level) {
    return "      if (bench_tick %% %d == %d) %s = %d;\n".formatted(period, tick, clock, level);
  }

  private static String names(List<Port> ports) {
    return ports.stream().map(Port::name).collect(Collectors.joining(", "));
  }

  private String connections() {
    return Stream.of(
            inputs.stream().map(Port::name),
            outputs.stream().map(Port::name),
            design.clocks().keySet().stream())
        .flatMap(names -> names)
        .map(name -> "." + name + "(" + name + ")")
        .collect(Collectors.joining(", "));
  }

  private String parameters() {
    return design.parameters().isEmpty()
        ? ""
        : design.parameters().entrySet().stream()
            .map(each -> ".%s(%s)".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", ", " #(", ")"));
  }
}
