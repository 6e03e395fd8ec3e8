package dev.backplane.bench;

import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.VerilatorEngine;
import dev.backplane.rtl.engine.VerilatorOptions;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How the verilator engine stands beside C++: the AXI models in Java against the same in C++ around
 * the same compiled model; and how long a kernel takes from its sources, or from its image, to a
 * checked result in a new process.
 */
final class EnginePeers {
  private static final String KERNEL = "vadd32";
  private static final String WORDS = "8192";
  private static final String NANOS = "500000000";
  private static final int TURNS = 3;

  private EnginePeers() {}

  static List<Row> measure() throws IOException {
    CorpusDesign kernel = Corpus.find().design(KERNEL);
    Path netlist = Files.createTempFile("backplane-bench", ".net");
    try {
      Files.writeString(
          netlist,
          NetlistWriter.write(
              FrontEnd.find(Duration.ofMinutes(5))
                  .elaborate(kernel.sources(), kernel.top())
                  .netlist()));
      List<Row> rows = new ArrayList<>();
      rows.add(axi(kernel, netlist));
      rows.add(
          Row.cost("source to first result", "s", first("jvm"), "verilator", first("verilator")));
      String image = netlist.toString();
      first("verilator", image); // the first one fills the cache
      rows.add(
          Row.cost(
              "image to first result",
              "s",
              first("jvm", image),
              "verilator",
              first("verilator", image)));
      return rows;
    } finally {
      Files.delete(netlist);
    }
  }

  private static Row axi(CorpusDesign kernel, Path netlist) throws IOException {
    Path work = Files.createTempDirectory("backplane-bench");
    try (WorkerProcess ours = new WorkerProcess(KERNEL, "verilator", netlist)) {
      ours.check();
      for (int i = 0; i < 20; i++) {
        ours.rate(0.15); // until the compiler has had its time
      }
      List<String> command = peer(kernel, work);
      double[] our = new double[TURNS];
      double[] their = new double[TURNS];
      for (int i = 0; i < TURNS; i++) {
        our[i] = ours.rate(0.5);
        String[] answer = Programs.output(command).lines().toList().getLast().split(" ", 2);
        their[i] = Double.parseDouble(answer[0]) * 1e3 / Double.parseDouble(answer[1]);
      }
      return Row.speed("axi model in Java", "Mcycles/s", median(our), "C++", median(their));
    } finally {
      EngineArea.delete(work);
    }
  }

  /** Compiles the peer and gives the command that runs it on the same model. */
  private static List<String> peer(CorpusDesign kernel, Path work) throws IOException {
    VerilatorOptions options = ModelFolder.withoutModels();
    CompiledDesign design =
        VerilatorEngine.compile(
            kernel.sources(), kernel.top(), List.copyOf(kernel.clocks().keySet()), options);
    Path source = work.resolve("axi.cpp");
    try (InputStream in =
        Objects.requireNonNull(EnginePeers.class.getResourceAsStream("axi.cpp"))) {
      Files.copy(in, source);
    }
    Path program = work.resolve("axi");
    Programs.compile(source, program, "-ldl");
    Path model;
    try (Stream<Path> entries = Files.list(options.cache())) {
      model =
          entries
              .filter(entry -> !String.valueOf(entry.getFileName()).startsWith("runtime-"))
              .findFirst()
              .orElseThrow();
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                model.resolve("model.so").toString(),
                model.resolve("data").toString(),
                WORDS,
                NANOS));
    for (int i = 0; i < design.ports().size(); i++) {
      command.add(design.ports().get(i).name() + "=" + i);
    }
    return command;
  }

  /** Seconds to the first result; the median of a few processes. */
  private static double first(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                FirstResultWorker.class.getName(),
                KERNEL));
    command.addAll(List.of(arguments));
    double[] seconds = new double[TURNS];
    for (int i = 0; i < TURNS; i++) {
      seconds[i] = Long.parseLong(Programs.output(command).strip()) / 1e9;
    }
    return median(seconds);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
