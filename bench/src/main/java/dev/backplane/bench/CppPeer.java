package dev.backplane.bench;

import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.frontend.Verilator;
import dev.backplane.rtl.frontend.text.ParameterValue;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The peer at its best: a design of the corpus translated by Verilator with -O3 and compiled with a
 * harness in C++ that does what ours does, as one translation unit, for this processor. Programs
 * are kept by the content of all that they are made of.
 */
final class CppPeer {
  private static final Path FOLDER = Path.of("target/bench/peers").toAbsolutePath();

  /** Verilator's pass over data flow graphs is faster for some designs, and wrong for a few. */
  enum Pass {
    WITH_DFG,
    WITHOUT_DFG;

    private List<String> options() {
      return this == WITH_DFG ? List.of() : List.of("-fno-dfg");
    }
  }

  private static final List<String> TRANSLATION =
      List.of(
          "--cc",
          "-O3",
          "--x-assign",
          "fast",
          "--x-initial",
          "fast",
          "--noassert",
          "--no-timing",
          "--prefix",
          "Vpeer",
          "-Wno-fatal",
          "-Wno-lint",
          "-Wno-style",
          "-Wno-SYMRSVDWORD",
          "-Wno-TIMESCALEMOD",
          "-Wno-REALCVT",
          "-Wno-INITIALDLY",
          "-Wno-COMBDLY",
          "-Wno-STMTDLY",
          "-Wno-BLKANDNBLK",
          "+1364-2005ext+v",
          "+1800-2017ext+sv");

  private static final List<String> COMPILATION =
      List.of("g++", "-std=c++17", "-O3", "-march=native", "-w");

  private static final List<String> RUNTIME = List.of("verilated", "verilated_threads");

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
    Path program = program(pass);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    Files.createDirectories(work);
    if (design.kind() == CorpusDesign.Kind.KERNEL) {
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

  private Path program(Pass pass) throws IOException {
    Path folder = FOLDER.resolve(digest(pass));
    Path program = folder.resolve("peer");
    if (Files.exists(program)) {
      return program;
    }
    Files.createDirectories(FOLDER);
    Path work = Files.createTempDirectory(FOLDER, "new-");
    try {
      Path generated = work.resolve("generated");
      List<String> translation = new ArrayList<>();
      translation.add(Verilator.find().program().toString());
      translation.addAll(TRANSLATION);
      translation.addAll(pass.options());
      translation.addAll(List.of("--top-module", design.top(), "--Mdir", generated.toString()));
      translation.addAll(ParameterValue.verilatorOptions(design.parameters()));
      design.files().stream()
          .map(Path::getParent)
          .distinct()
          .forEach(place -> translation.add("-I" + place.toAbsolutePath()));
      design.files().forEach(file -> translation.add(file.toAbsolutePath().toString()));
      Programs.output(translation);
      for (String name : HARNESS) {
        Files.writeString(generated.resolve(name), resource(name));
      }
      CppNames names = CppNames.read(generated.resolve("Vpeer.h"));
      boolean kernel = design.kind() == CorpusDesign.Kind.KERNEL;
      Files.writeString(
          generated.resolve("adapter.h"),
          kernel
              ? new CppKernel(design, netlist.ports())
                  .header("#include \"Vpeer.h\"\nusing Model = Vpeer;\n", names)
              : CppPins.of(design, netlist).header(names));
      StringBuilder unit = new StringBuilder();
      try (Stream<Path> files = Files.list(generated)) {
        files
            .map(file -> String.valueOf(file.getFileName()))
            .filter(name -> name.startsWith("Vpeer") && name.endsWith(".cpp"))
            .sorted()
            .forEach(name -> unit.append("#include \"%s\"\n".formatted(name)));
      }
      unit.append("#include \"%s\"\n".formatted(kernel ? "kernel.cpp" : "pins.cpp"));
      Path source = Files.writeString(generated.resolve("unit.cpp"), unit);
      compile(source, work.resolve("peer"));
      Files.createDirectories(folder);
      Files.move(work.resolve("peer"), program, StandardCopyOption.ATOMIC_MOVE);
      return program;
    } finally {
      EngineArea.delete(work);
    }
  }

  /** Builds the harness of kernels around a model that the adapter declares. */
  static Path buildHarness(Path work, String adapter) throws IOException {
    for (String name : HARNESS) {
      Files.writeString(work.resolve(name), resource(name));
    }
    Files.writeString(work.resolve("adapter.h"), adapter);
    List<String> command = new ArrayList<>(COMPILATION);
    Path program = work.resolve("harness");
    command.addAll(
        List.of(work.resolve("kernel.cpp").toString(), "-ldl", "-o", program.toString()));
    Programs.output(command);
    return program;
  }

  private static void compile(Path source, Path program) throws IOException {
    List<String> command = compiler();
    command.addAll(List.of("-I" + source.getParent(), source.toString()));
    for (String unit : RUNTIME) {
      command.add(runtime(unit).toString());
    }
    command.addAll(List.of("-pthread", "-o", program.toString()));
    Programs.output(command);
  }

  private static List<String> compiler() throws IOException {
    List<String> command = new ArrayList<>(COMPILATION);
    Path include = include();
    command.addAll(List.of("-I" + include, "-I" + include.resolve("vltstd")));
    return command;
  }

  private static Path include() throws IOException {
    return Path.of(verilator("--getenv", "VERILATOR_ROOT"), "include");
  }

  /** A unit of Verilator's own, which every program has; it takes longer than most designs. */
  private static Path runtime(String unit) throws IOException {
    MessageDigest digest = sha256();
    digest.update(tools().getBytes(StandardCharsets.UTF_8));
    Path object =
        FOLDER.resolve(unit + "-" + HexFormat.of().formatHex(digest.digest(), 0, 8) + ".o");
    if (!Files.exists(object)) {
      Path made = Files.createTempFile(FOLDER, "new-", ".o");
      List<String> command = compiler();
      command.addAll(
          List.of("-c", include().resolve(unit + ".cpp").toString(), "-o", made.toString()));
      Programs.output(command);
      Files.move(made, object, StandardCopyOption.ATOMIC_MOVE);
    }
    return object;
  }

  private static String tools() throws IOException {
    return COMPILATION + verilator("--version") + Programs.output(List.of("g++", "--version"));
  }

  private static String verilator(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(Verilator.find().program().toString()));
    command.addAll(List.of(arguments));
    return Programs.output(command).strip();
  }

  private String digest(Pass pass) throws IOException {
    MessageDigest digest = sha256();
    StringBuilder text = new StringBuilder();
    text.append(TRANSLATION).append(pass.options()).append(tools());
    text.append(design.top()).append(design.parameters());
    text.append(netlist.ports()).append(netlist.clocks());
    for (String name : HARNESS) {
      text.append(resource(name));
    }
    text.append(
        design.kind() == CorpusDesign.Kind.KERNEL
            ? new CppKernel(design, netlist.ports()).header("", CppNames.identity(netlist.ports()))
            : CppPins.of(design, netlist).header(CppNames.identity(netlist.ports())));
    digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
    // Sources include other files beside them.
    for (Path folder : design.files().stream().map(Path::getParent).distinct().toList()) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          digest.update(file.toString().getBytes(StandardCharsets.UTF_8));
          digest.update(Files.readAllBytes(file));
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(CppPeer.class.getResourceAsStream("peer/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
