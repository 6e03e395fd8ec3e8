package dev.backplane.bench.verilator;

import dev.backplane.rtl.frontend.Sources;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A design translated to C++ and compiled to a shared library, as one translation unit at -O1 (more
 * optimisation gains nothing, separate files cost seconds).
 *
 * @param file the library
 * @param ports the ports of the top module, in the order of the library's pin table
 */
record VerilatedLibrary(Path file, List<Port> ports) {
  private static final Pattern PORT =
      Pattern.compile("VL_(IN|OUT)(8|16|64|W)?\\(&?(\\w+),(\\d+),(\\d+)(?:,\\d+)?\\)");

  /** {@return whether Verilator and a C++ compiler are installed} */
  static boolean available() {
    return succeeds("verilator", "--version") && succeeds("g++", "--version");
  }

  /**
   * Translates and compiles.
   *
   * @param sources the RTL
   * @param top the top module
   * @param folder where to work; created
   */
  static VerilatedLibrary build(Sources sources, String top, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> verilate =
        new ArrayList<>(
            List.of(
                "verilator",
                "--cc",
                "-O3",
                "--x-assign",
                "fast",
                "--x-initial",
                "fast",
                "--noassert",
                "--no-timing",
                "-Wno-fatal",
                "-Wno-lint",
                "-Wno-style",
                "-Wno-SYMRSVDWORD",
                "-Wno-TIMESCALEMOD",
                "--prefix",
                "Vdesign",
                "--top-module",
                top,
                "--Mdir",
                folder.toString()));
    sources.parameters().forEach((name, value) -> verilate.add("-G" + name + "=" + value));
    sources.files().forEach(source -> verilate.add(source.toAbsolutePath().toString()));
    run(folder, verilate);

    List<Port> ports = new ArrayList<>();
    StringBuilder pins = new StringBuilder();
    Matcher matcher = PORT.matcher(Files.readString(folder.resolve("Vdesign.h")));
    while (matcher.find()) {
      String member = matcher.group(3);
      pins.append("    case ").append(ports.size()).append(": return &model->").append(member);
      pins.append(";\n");
      ports.add(
          new Port(
              member.startsWith("__SYM__") ? member.substring("__SYM__".length()) : member,
              matcher.group(1).equals("IN") ? Port.Direction.INPUT : Port.Direction.OUTPUT,
              Integer.parseInt(matcher.group(4)) - Integer.parseInt(matcher.group(5)) + 1));
    }

    StringBuilder unit = new StringBuilder();
    unit.append("#include \"verilated.cpp\"\n#include \"verilated_threads.cpp\"\n");
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith(".cpp") && !name.equals("unit.cpp"))
          .sorted()
          .forEach(name -> unit.append("#include \"").append(name).append("\"\n"));
    }
    unit.append(
        """
        extern "C" {
        void* bp_create() { return new Vdesign; }
        void bp_eval(Vdesign* model) { model->eval(); }
        void bp_destroy(Vdesign* model) { model->final(); delete model; }
        void* bp_pin(Vdesign* model, int index) {
          switch (index) {
        %s    default: return nullptr;
          }
        }
        }
        """
            .formatted(pins));
    Files.writeString(folder.resolve("unit.cpp"), unit);
    Path library = folder.resolve("design.so");
    run(
        folder,
        List.of(
            "g++",
            "-std=c++17",
            "-O1",
            "-fPIC",
            "-shared",
            "-w",
            "-Wl,--no-undefined",
            "-I" + root() + "/include",
            "-I" + root() + "/include/vltstd",
            "-I.",
            "unit.cpp",
            "-o",
            library.toAbsolutePath().toString(),
            "-lpthread"));
    return new VerilatedLibrary(library, List.copyOf(ports));
  }

  /** Loads the library and makes a model. */
  VerilatorEngine open(List<String> clocks) {
    return new VerilatorEngine(this, clocks, Arena.ofConfined());
  }

  private static String root() throws IOException, InterruptedException {
    return run(Path.of("."), List.of("verilator", "--getenv", "VERILATOR_ROOT")).strip();
  }

  private static boolean succeeds(String... command) {
    try {
      run(Path.of("."), List.of(command));
      return true;
    } catch (IOException | UncheckedIOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("backplane-bench", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command.getFirst() + " did not end within 5 minutes");
      }
      String text = Files.readString(output);
      if (process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + " failed:\n" + text);
      }
      return text;
    } finally {
      Files.delete(output);
    }
  }
}
