package dev.backplane.bench;

import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares the verilator engine with C++: the AXI models in Java against the same in C++ around the
 * same compiled model. Also measures how long a kernel takes from its sources, or from its image,
 * to a checked result in a new process.
 */
final class EnginePeers {
  private static final String KERNEL = "vadd32";
  private static final int WARM_UP = 20;

  private final int turns;
  private final int warmUp;

  EnginePeers(Effort effort) {
    turns = effort.of(1, 3, 3);
    warmUp = effort.of(0, WARM_UP, WARM_UP);
  }

  List<Row> measure() throws IOException {
    CorpusDesign kernel = Corpus.find().design(KERNEL);
    Path netlist = Files.createTempFile("backplane-bench", ".net");
    Path image = Files.createTempFile("backplane-bench", ".xclbin");
    try {
      BuiltImage built =
          ImageBuild.of(kernel.sources().files()).kernel(kernel.description()).build(_ -> {});
      Files.write(image, built.bytes());
      Files.writeString(netlist, netlistOf(built));
      List<Row> rows = new ArrayList<>();
      rows.add(axi(kernel, netlist));
      rows.add(first("source to first result", kernel, kernel.sources().files()));
      first(kernel, "jvm", List.of(image)); // the first ones fill the caches
      first(kernel, "verilator", List.of(image));
      rows.add(first("image to first result", kernel, List.of(image)));
      rows.add(withCache(kernel, image));
      return rows;
    } finally {
      Files.delete(netlist);
      Files.delete(image);
    }
  }

  private static String netlistOf(BuiltImage image) {
    return NetlistWriter.write(
        image.kernels().getFirst().hardware().orElseThrow().elaboration().netlist());
  }

  private Row first(String name, CorpusDesign kernel, List<Path> from) throws IOException {
    return Row.cost(
        name, "s", first(kernel, "jvm", from), "verilator", first(kernel, "verilator", from));
  }

  private Row axi(CorpusDesign kernel, Path netlist) throws IOException {
    Path work = Files.createTempDirectory("backplane-bench");
    try (WorkerProcess ours = new WorkerProcess(KERNEL, "verilator", netlist);
        WorkerProcess theirs = inCpp(kernel, work)) {
      String said = ours.check();
      String expected = theirs.check();
      if (!said.equals(expected)) {
        throw new IOException(
            "The AXI models differ: cycles and digest are %s in Java, %s in C++"
                .formatted(said, expected));
      }
      for (int i = 0; i < warmUp; i++) {
        ours.rate(0.15); // until the compiler has had its time
      }
      double[] our = new double[turns];
      double[] their = new double[turns];
      for (int i = 0; i < turns; i++) {
        our[i] = ours.rate(0.5);
        their[i] = theirs.rate(0.5);
      }
      return Row.speed("axi model in Java", "Mcycles/s", median(our), "C++", median(their));
    } finally {
      EngineArea.delete(work);
    }
  }

  /** The harness in C++ around the library that the verilator engine makes. */
  private static WorkerProcess inCpp(CorpusDesign kernel, Path work) throws IOException {
    VerilatorOptions options = ModelFolder.withoutModels();
    List<Port> ports =
        VerilatorEngine.compile(
                kernel.sources(),
                kernel.top(),
                kernel.clocks().keySet().stream().map(Clock::rising).toList(),
                options)
            .ports();
    Path library;
    try (Stream<Path> entries = Files.list(options.cache())) {
      library =
          entries
              .filter(entry -> !String.valueOf(entry.getFileName()).startsWith("runtime-"))
              .findFirst()
              .orElseThrow();
    }
    CppKernel harness = new CppKernel(kernel, ports);
    Path program =
        CppPeer.buildHarness(work, harness.header(model(library, ports), CppNames.identity(ports)));
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(
        harness.writeJob(work, EngineWorker.SCALE, EngineWorker.SEED, EngineWorker.MEMORY));
    return new WorkerProcess(KERNEL + " in C++", command, work);
  }

  /** A class like that of Verilator, whose members are the pins of a library. */
  private static String model(Path library, List<Port> ports) {
    StringBuilder pins = new StringBuilder();
    for (int i = 0; i < ports.size(); i++) {
      Port port = ports.get(i);
      int words = (port.width() + 31) / Integer.SIZE;
      String type =
          port.width() > Long.SIZE
              ? "uint32_t"
              : "uint%d_t".formatted(Math.max(8, Integer.highestOneBit(port.width() * 2 - 1)));
      pins.append(
          (port.width() > Long.SIZE ? "  %s (&%s)[%d]" : "  %s& %s")
              .formatted(type, port.name(), words));
      pins.append(
          (port.width() > Long.SIZE
                  ? " = *static_cast<%1$s (*)[%3$d]>(pin(instance, %2$d));\n"
                  : " = *static_cast<%1$s*>(pin(instance, %2$d));\n")
              .formatted(type, i, words));
    }
    return """
    #include <dlfcn.h>
    struct Model {
      void* library = dlopen("%s", RTLD_NOW);
      int (*evaluate)(void*) = reinterpret_cast<int (*)(void*)>(dlsym(library, "bp_eval"));
      void* (*pin)(void*, int) = reinterpret_cast<void* (*)(void*, int)>(dlsym(library, "bp_pin"));
      void* instance = reinterpret_cast<void* (*)(const char*, int)>(dlsym(library, "bp_open"))("%s", 0);
    %s
      void eval() {
        if (evaluate(instance)) fail("model", 0, "failed");
      }
    };
    """
        .formatted(library.resolve("model.so"), library.resolve("data"), pins);
  }

  /** Seconds to the first result; the median of a few processes. */
  private double first(CorpusDesign kernel, String engine, List<Path> from) throws IOException {
    return first(
        Programs.java(
            List.of(),
            System.getProperty("java.class.path"),
            FirstResultWorker.class,
            FirstResultWorker.arguments(kernel, engine, from)));
  }

  /** With an AOT cache of an earlier process, as the launcher and installed programs have one. */
  private Row withCache(CorpusDesign kernel, Path image) throws IOException {
    try (TrainedProcesses processes = new TrainedProcesses()) {
      List<String> arguments = FirstResultWorker.arguments(kernel, "jvm", List.of(image));
      List<String> command = processes.command(FirstResultWorker.class, arguments);
      return Row.cost(
          "image to first result, AOT cache",
          "s",
          first(command),
          "verilator",
          first(kernel, "verilator", List.of(image)));
    }
  }

  private double first(List<String> command) throws IOException {
    double[] seconds = new double[turns];
    for (int i = 0; i < turns; i++) {
      seconds[i] = Long.parseLong(Programs.output(command).strip()) / 1e9;
    }
    return median(seconds);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
