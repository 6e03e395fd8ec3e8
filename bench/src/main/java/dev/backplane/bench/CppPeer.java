package dev.backplane.bench;

import dev.backplane.bench.CppProgram.Pass;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The peer at its best: a design of the corpus as a {@link CppProgram}, with a harness that does
 * what ours does.
 */
final class CppPeer {
  private static final List<String> HARNESS =
      List.of("worker.h", "pins.cpp", "memory.h", "axi.h", "stream.h", "registers.h", "kernel.cpp");

  private final CorpusDesign design;
  private final Netlist netlist;

  CppPeer(CorpusDesign design, Netlist netlist) {
    this.design = design;
    this.netlist = netlist;
  }

  CorpusDesign design() {
    return design;
  }

  /** Builds the program, if it is not there yet, and starts it. */
  WorkerProcess start(Pass pass, Path work) throws IOException {
    Path program = program().build(pass);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    Files.createDirectories(work);
    if (isKernel()) {
      command.addAll(
          new CppKernel(design, netlist.ports())
              .writeJob(work, EngineWorker.SCALE, EngineWorker.SEED, EngineWorker.MEMORY));
    } else {
      Path table = work.resolve("table");
      CppPins.of(design, netlist).writeTable(table, EngineWorker.stimulus(design, netlist.ports()));
      command.add(table.toString());
    }
    // Memories are filled from files beside the sources.
    return new WorkerProcess(design.name() + " in C++", command, design.folder());
  }

  private boolean isKernel() {
    return design.kind() == CorpusDesign.Kind.KERNEL;
  }

  private CppProgram program() throws IOException {
    String known =
        isKernel()
            ? new CppKernel(design, netlist.ports()).header("", CppNames.identity(netlist.ports()))
            : CppPins.of(design, netlist).header(CppNames.identity(netlist.ports()));
    return new CppProgram(
        design.top(),
        design.files(),
        design.parameters(),
        HARNESS,
        isKernel() ? "kernel.cpp" : "pins.cpp",
        names ->
            isKernel()
                ? new CppKernel(design, netlist.ports())
                    .header("#include \"Vpeer.h\"\nusing Model = Vpeer;\n", names)
                : CppPins.of(design, netlist).header(names),
        "" + netlist.ports() + netlist.clocks() + known);
  }

  /** Builds the harness of kernels around a model that the adapter declares. */
  static Path buildHarness(Path work, String adapter) throws IOException {
    for (String name : HARNESS) {
      Files.writeString(work.resolve(name), CppProgram.resource(name));
    }
    Files.writeString(work.resolve("adapter.h"), adapter);
    List<String> command = new ArrayList<>(CppProgram.COMPILATION);
    Path program = work.resolve("harness");
    command.addAll(
        List.of(work.resolve("kernel.cpp").toString(), "-ldl", "-o", program.toString()));
    Programs.output(command);
    return program;
  }
}
