package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.cache.FolderTree;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles generated C++ to a library. A small model is one translation unit at -O1, since parsing
 * Verilator's headers takes longer than the rest. A large model is several units, compiled in
 * parallel, since the optimiser dominates there.
 *
 * @param tools the installed tools
 * @param compileRuntime the folder with Verilator's compiled runtime
 * @param deadline how long one run of the compiler may take
 */
record ModelCompilation(Toolchain tools, Path compileRuntime, Duration deadline) {
  static final List<String> FLAGS =
      List.of(
          "-std=c++17",
          "-O1",
          "-fPIC",
          "-fvisibility=hidden",
          // A library with unique symbols could never be unloaded.
          "-fno-gnu-unique",
          "-ffunction-sections",
          "-w");

  private static final List<String> LINK =
      List.of("-shared", "-Wl,--no-undefined", "-Wl,--gc-sections", "-Wl,-Bsymbolic", "-pthread");

  /** Lines of generated code from which several units compile faster than one. */
  private static final int MIN_LINES_OF_LARGE_MODEL = 10_000;

  /** All other symbols are local, so that many libraries can be loaded. */
  private static final String EXPORTS = "{ global: bp_*; local: *; };\n";

  /** The program that runs a model in a separate process. */
  static final String HOST = "host";

  private static final String PROLOGUE = "prologue.h";
  private static final Pattern UNDEFINED = Pattern.compile("undefined reference to `([^']*)'");
  private static final Pattern ERROR =
      Pattern.compile("^(.*(?:fatal error|error):.*)$", Pattern.MULTILINE);

  /** {@return all inputs of the compilation except the generated code} */
  static String identity() {
    return FLAGS
        + LINK.toString()
        + EXPORTS
        + resource(PROLOGUE)
        + resource("model.cpp")
        + resource(HOST + ".cpp");
  }

  static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(ModelCompilation.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles Verilator's runtime, precompiled headers for all models, and the host program. */
  static void compileRuntime(Toolchain tools, Path folder, Duration deadline) throws IOException {
    Files.writeString(folder.resolve(PROLOGUE), resource(PROLOGUE));
    ModelCompilation build = new ModelCompilation(tools, folder, deadline);
    Path work = Files.createDirectory(folder.resolve("work"));
    runInParallel(
        List.of(
            () -> build.compileRuntimeUnit("verilated", work),
            () -> build.compileRuntimeUnit("verilated_threads", work),
            () -> build.compileHost(work),
            () ->
                build.runCompiler(
                    work.resolve("header"),
                    List.of("-x", "c++-header", folder.resolve(PROLOGUE).toString()),
                    folder.resolve(PROLOGUE + ".gch"))));
    FolderTree.delete(work);
    new ModelCacheEntry(folder, List.of(), java.util.Set.of()).write();
  }

  private void compileHost(Path work) throws IOException {
    Path source = work.resolve(HOST + ".cpp");
    Files.writeString(source, resource(HOST + ".cpp"));
    runCompiler(
        work.resolve(HOST), List.of(source.toString(), "-ldl"), compileRuntime.resolve(HOST));
  }

  private void compileRuntimeUnit(String name, Path work) throws IOException {
    runCompiler(
        work.resolve(name),
        List.of(
            "-DBP_RUNTIME",
            "-include",
            compileRuntime.resolve(PROLOGUE).toString(),
            "-c",
            tools.include().resolve(name + ".cpp").toString()),
        compileRuntime.resolve(name + ".o"));
  }

  /**
   * Compiles a model.
   *
   * @param verilation the code that Verilator generated
   * @param work a folder for intermediate files
   * @param folder the folder for the library and its data
   */
  void compileModel(VerilatedModel verilation, Path work, Path folder) throws IOException {
    Map<String, Path> data = verilation.data();
    List<Port> ports = verilation.ports().stream().map(GeneratedPort::port).toList();
    ModelCacheEntry entry = new ModelCacheEntry(folder, ports, verilation.asynchronous());
    Files.createDirectory(entry.data());
    StringBuilder files = new StringBuilder();
    int number = 0;
    for (Map.Entry<String, Path> file : data.entrySet()) {
      Files.copy(file.getValue(), entry.data().resolve(String.valueOf(number)));
      files.append(
          "if (name == \"%s\") return bp_data + \"/%d\";\n".formatted(file.getKey(), number++));
    }
    StringBuilder pins = new StringBuilder();
    for (int i = 0; i < verilation.ports().size(); i++) {
      pins.append("case %d: return &model->%s;\n".formatted(i, verilation.ports().get(i).member()));
    }
    String tail =
        resource("model.cpp")
            .replace("BP_MODEL", VerilatedModel.PREFIX)
            .replace("BP_PINS", pins)
            .replace("BP_FILES", files);
    List<Path> objects = new ArrayList<>();
    List<BuildStep> steps = new ArrayList<>();
    List<List<Path>> groups = groups(verilation.units());
    for (List<Path> group : groups) {
      int index = objects.size();
      Path object = work.resolve("unit" + index + ".o");
      objects.add(object);
      StringBuilder text = new StringBuilder("#include \"" + VerilatedModel.PREFIX + ".h\"\n");
      group.forEach(unit -> text.append("#include \"").append(unit.getFileName()).append("\"\n"));
      if (index == 0) {
        text.append(tail);
      }
      Path unit = work.resolve("unit" + index + ".cpp");
      Files.writeString(unit, text);
      // Code that runs once is not optimised.
      boolean once = groups.size() > 1 && group.getFirst().toString().endsWith("__Slow.cpp");
      steps.add(() -> compileUnit(unit, once ? List.of("-O0") : List.of(), verilation, object));
    }
    runInParallel(steps);
    link(objects, work, entry.library());
    entry.write();
  }

  private void compileUnit(Path unit, List<String> options, VerilatedModel verilation, Path object)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-include",
                compileRuntime.resolve(PROLOGUE).toString(),
                "-I" + verilation.units().getFirst().getParent()));
    arguments.addAll(options);
    arguments.addAll(List.of("-c", unit.toString()));
    runCompiler(unit.resolveSibling(unit.getFileName() + ".work"), arguments, object);
  }

  /**
   * Groups files into translation units: one for a small model; for a large one, several of limited
   * size, with code that runs once apart.
   */
  private static List<List<Path>> groups(List<Path> units) throws IOException {
    long lines = 0;
    for (Path unit : units) {
      lines += lines(unit);
    }
    if (lines <= MIN_LINES_OF_LARGE_MODEL) {
      return List.of(units);
    }
    List<List<Path>> groups = new ArrayList<>();
    for (boolean slow : new boolean[] {false, true}) {
      List<Path> group = new ArrayList<>();
      long size = 0;
      for (Path unit : units) {
        if (unit.toString().endsWith("__Slow.cpp") == slow) {
          long more = lines(unit);
          if (!group.isEmpty() && size + more > MIN_LINES_OF_LARGE_MODEL) {
            groups.add(group);
            group = new ArrayList<>();
            size = 0;
          }
          group.add(unit);
          size += more;
        }
      }
      if (!group.isEmpty()) {
        groups.add(group);
      }
    }
    return groups;
  }

  private static long lines(Path file) throws IOException {
    long lines = 0;
    for (byte b : Files.readAllBytes(file)) {
      lines += b == '\n' ? 1 : 0;
    }
    return lines;
  }

  private void link(List<Path> objects, Path work, Path library) throws IOException {
    Path exports = Files.writeString(work.resolve("exports.map"), EXPORTS);
    List<String> arguments = new ArrayList<>(LINK);
    arguments.add("-Wl,--version-script=" + exports);
    objects.forEach(object -> arguments.add(object.toString()));
    arguments.add(compileRuntime.resolve("verilated.o").toString());
    arguments.add(compileRuntime.resolve("verilated_threads.o").toString());
    runCompiler(work.resolve("link"), arguments, library);
  }

  private void runCompiler(Path work, List<String> arguments, Path result) throws IOException {
    Files.createDirectories(work);
    List<String> command = new ArrayList<>();
    command.add(Toolchain.COMPILER);
    command.addAll(FLAGS);
    command.add("-I" + tools.include());
    command.add("-I" + tools.include().resolve("vltstd"));
    command.addAll(arguments);
    command.addAll(List.of("-o", result.toString()));
    ToolRun run = ToolRun.run(command, work, deadline);
    if (run.exitCode() != 0) {
      throw toolError(run.output());
    }
  }

  private static RtlException toolError(String output) {
    Matcher undefined = UNDEFINED.matcher(output);
    if (undefined.find()) {
      return new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          "The design calls the C function '%s', which nothing here has. Take the DPI import out of the design"
              .formatted(undefined.group(1)));
    }
    Matcher error = ERROR.matcher(output);
    return new RtlException(
        RtlError.ENGINE_FAILED,
        "What Verilator generated does not compile: "
            + (error.find() ? error.group(1) : output.strip()));
  }

  /** A step that can run in parallel with others. */
  private interface BuildStep {
    void run() throws IOException;
  }

  /** Runs steps in parallel, as many at a time as there are processors. */
  private static void runInParallel(List<BuildStep> steps) throws IOException {
    int threads = Math.min(steps.size(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (BuildStep step : steps) {
        running.add(
            pool.submit(
                () -> {
                  step.run();
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RtlException failure -> throw failure;
        case IOException failure -> throw failure;
        case null, default -> throw new IllegalStateException("a compilation failed", e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(RtlError.CANCELLED, "The compilation was cancelled", e);
    } finally {
      pool.shutdownNow(); // interrupts the tools of the remaining steps
      pool.close();
    }
  }
}
