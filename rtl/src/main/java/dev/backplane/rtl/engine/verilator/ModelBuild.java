package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.tool.ToolRun;
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
 * Compiles generated C++ to a library. One translation unit at -O1, since Verilator's headers cost
 * more than the rest of a small model; several at the same time if there is so much code that the
 * optimiser would dominate.
 *
 * @param tools what compiles
 * @param runtime the folder with Verilator's runtime, compiled
 * @param deadline how long one run of the compiler may take
 */
record ModelBuild(Toolchain tools, Path runtime, Duration deadline) {
  static final List<String> FLAGS =
      List.of(
          "-std=c++17",
          "-O1",
          "-fPIC",
          "-fvisibility=hidden",
          // Symbols that are unique in a process would keep the library loaded for ever.
          "-fno-gnu-unique",
          "-ffunction-sections",
          "-w");

  private static final List<String> LINK =
      List.of("-shared", "-Wl,--no-undefined", "-Wl,--gc-sections", "-Wl,-Bsymbolic", "-pthread");

  /** Lines of generated code from which on more than one unit is quicker. */
  private static final int LARGE = 10_000;

  /** Everything else is the library's own business, so that many of them can be loaded. */
  private static final String EXPORTS = "{ global: bp_*; local: *; };\n";

  /** The program that has a model in a process of its own. */
  static final String HOST = "host";

  private static final String PROLOGUE = "prologue.h";
  private static final Pattern UNDEFINED = Pattern.compile("undefined reference to `([^']*)'");
  private static final Pattern ERROR =
      Pattern.compile("^(.*(?:fatal error|error):.*)$", Pattern.MULTILINE);

  /** {@return what decides, besides generated code, what the library is} */
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
        Objects.requireNonNull(ModelBuild.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles Verilator's runtime, the headers that every model begins with, and the host. */
  static void runtime(Toolchain tools, Path folder, Duration deadline) throws IOException {
    Files.writeString(folder.resolve(PROLOGUE), resource(PROLOGUE));
    ModelBuild build = new ModelBuild(tools, folder, deadline);
    Path work = Files.createDirectory(folder.resolve("work"));
    all(
        List.of(
            () -> build.runtimeUnit("verilated", work),
            () -> build.runtimeUnit("verilated_threads", work),
            () -> build.host(work),
            () ->
                build.compile(
                    work.resolve("header"),
                    List.of("-x", "c++-header", folder.resolve(PROLOGUE).toString()),
                    folder.resolve(PROLOGUE + ".gch"))));
    Folders.delete(work);
    new ModelEntry(folder, List.of(), java.util.Set.of()).write();
  }

  private void host(Path work) throws IOException {
    Path source = work.resolve(HOST + ".cpp");
    Files.writeString(source, resource(HOST + ".cpp"));
    compile(work.resolve(HOST), List.of(source.toString(), "-ldl"), runtime.resolve(HOST));
  }

  private void runtimeUnit(String name, Path work) throws IOException {
    compile(
        work.resolve(name),
        List.of(
            "-DBP_RUNTIME",
            "-include",
            runtime.resolve(PROLOGUE).toString(),
            "-c",
            tools.include().resolve(name + ".cpp").toString()),
        runtime.resolve(name + ".o"));
  }

  /**
   * Compiles a model.
   *
   * @param verilation what Verilator generated
   * @param work where to work
   * @param folder what takes the library and its data
   */
  void model(Verilation verilation, Path work, Path folder) throws IOException {
    Map<String, Path> data = verilation.data();
    List<Port> ports = verilation.ports().stream().map(GeneratedPort::port).toList();
    ModelEntry entry = new ModelEntry(folder, ports, verilation.asynchronous());
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
            .replace("BP_MODEL", Verilation.PREFIX)
            .replace("BP_PINS", pins)
            .replace("BP_FILES", files);
    List<Path> objects = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    List<List<Path>> groups = groups(verilation.units());
    for (List<Path> group : groups) {
      int index = objects.size();
      Path object = work.resolve("unit" + index + ".o");
      objects.add(object);
      StringBuilder text = new StringBuilder("#include \"" + Verilation.PREFIX + ".h\"\n");
      group.forEach(unit -> text.append("#include \"").append(unit.getFileName()).append("\"\n"));
      if (index == 0) {
        text.append(tail);
      }
      Path unit = work.resolve("unit" + index + ".cpp");
      Files.writeString(unit, text);
      // What runs once needs no optimiser.
      boolean once = groups.size() > 1 && group.getFirst().toString().endsWith("__Slow.cpp");
      steps.add(() -> unit(unit, once ? List.of("-O0") : List.of(), verilation, object));
    }
    all(steps);
    link(objects, work, entry.library());
    entry.write();
  }

  private void unit(Path unit, List<String> options, Verilation verilation, Path object)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-include",
                runtime.resolve(PROLOGUE).toString(),
                "-I" + verilation.units().getFirst().getParent()));
    arguments.addAll(options);
    arguments.addAll(List.of("-c", unit.toString()));
    compile(unit.resolveSibling(unit.getFileName() + ".work"), arguments, object);
  }

  /** All of a small model together; of a large one, so much at a time, once-run code apart. */
  private static List<List<Path>> groups(List<Path> units) throws IOException {
    long lines = 0;
    for (Path unit : units) {
      lines += lines(unit);
    }
    if (lines <= LARGE) {
      return List.of(units);
    }
    List<List<Path>> groups = new ArrayList<>();
    for (boolean slow : new boolean[] {false, true}) {
      List<Path> group = new ArrayList<>();
      long size = 0;
      for (Path unit : units) {
        if (unit.toString().endsWith("__Slow.cpp") == slow) {
          long more = lines(unit);
          if (!group.isEmpty() && size + more > LARGE) {
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
    arguments.add(runtime.resolve("verilated.o").toString());
    arguments.add(runtime.resolve("verilated_threads.o").toString());
    compile(work.resolve("link"), arguments, library);
  }

  private void compile(Path work, List<String> arguments, Path result) throws IOException {
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
      throw refusal(run.output());
    }
  }

  private static RtlException refusal(String output) {
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

  /** Something to do. */
  private interface Step {
    void run() throws IOException;
  }

  /** Does all at the same time, on as many processors as there are. */
  private static void all(List<Step> steps) throws IOException {
    int threads = Math.min(steps.size(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Step step : steps) {
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
      pool.shutdownNow(); // which kills the tools of what was not waited for
      pool.close();
    }
  }
}
