package dev.backplane.bench;

import dev.backplane.rtl.frontends.Verilator;
import dev.backplane.rtl.frontends.text.ParameterValue;
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
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A design translated by Verilator with -O3 and compiled with a harness in C++, as one translation
 * unit, for this processor. Programs are kept by the content of all that they are made of.
 *
 * @param top the top module
 * @param files its sources
 * @param parameters parameters of the top module
 * @param harness the files of the harness
 * @param main the one of them that has the program
 * @param adapter what the harness has to know of the design
 * @param digested what the adapter depends on
 */
record CppProgram(
    String top,
    List<Path> files,
    Map<String, String> parameters,
    List<String> harness,
    String main,
    Adapter adapter,
    String digested) {
  private static final Path FOLDER = Path.of("target/bench/peers").toAbsolutePath();

  /** Verilator's pass over data flow graphs is faster for some designs, and wrong for a few. */
  enum Pass {
    WITH_DFG,
    WITHOUT_DFG;

    private List<String> options() {
      return this == WITH_DFG ? List.of() : List.of("-fno-dfg");
    }
  }

  /** A header around the class that Verilator generates. */
  interface Adapter {
    /**
     * {@return the header}
     *
     * @param names the members of the class
     */
    String header(CppNames names) throws IOException;
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

  static final List<String> COMPILATION =
      List.of("g++", "-std=c++17", "-O3", "-march=native", "-w");

  private static final List<String> RUNTIME = List.of("verilated", "verilated_threads");

  /** Builds the program, if it is not there yet. */
  Path build(Pass pass) throws IOException {
    Path folder = FOLDER.resolve(digest(pass));
    Path program = folder.resolve("peer");
    if (Files.exists(program)) {
      return program;
    }
    Files.createDirectories(FOLDER);
    Path work = Files.createTempDirectory(FOLDER, "new-");
    try {
      Path generated = work.resolve("generated");
      Programs.output(translation(pass, generated));
      for (String name : harness) {
        Files.writeString(generated.resolve(name), resource(name));
      }
      CppNames names = CppNames.read(generated.resolve("Vpeer.h"));
      Files.writeString(generated.resolve("adapter.h"), adapter.header(names));
      StringBuilder unit = new StringBuilder();
      try (Stream<Path> all = Files.list(generated)) {
        all.map(file -> String.valueOf(file.getFileName()))
            .filter(name -> name.startsWith("Vpeer") && name.endsWith(".cpp"))
            .sorted()
            .forEach(name -> unit.append("#include \"%s\"\n".formatted(name)));
      }
      unit.append("#include \"%s\"\n".formatted(main));
      Path source = Files.writeString(generated.resolve("unit.cpp"), unit);
      compile(source, work.resolve("peer"));
      Files.createDirectories(folder);
      Files.move(work.resolve("peer"), program, StandardCopyOption.ATOMIC_MOVE);
      return program;
    } finally {
      EngineArea.delete(work);
    }
  }

  private List<String> translation(Pass pass, Path generated) {
    List<String> translation = new ArrayList<>();
    translation.add(Verilator.find().program().toString());
    translation.addAll(TRANSLATION);
    translation.addAll(pass.options());
    translation.addAll(List.of("--top-module", top, "--Mdir", generated.toString()));
    translation.addAll(ParameterValue.verilatorOptions(parameters));
    files.stream()
        .map(Path::getParent)
        .distinct()
        .forEach(place -> translation.add("-I" + place.toAbsolutePath()));
    files.forEach(file -> translation.add(file.toAbsolutePath().toString()));
    return translation;
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
    text.append(top).append(parameters).append(digested);
    for (String name : harness) {
      text.append(resource(name));
    }
    digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
    // Sources include other files beside them.
    for (Path folder : files.stream().map(Path::getParent).distinct().toList()) {
      try (Stream<Path> all = Files.list(folder)) {
        for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
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
        Objects.requireNonNull(CppProgram.class.getResourceAsStream("peer/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
