package dev.backplane.bench;

import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.corpus.KernelRun;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.images.RtlImage;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.rtl.simulators.VerilatorEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One kernel from what a person has to a checked result, in a process that did nothing before.
 * Prints the nanoseconds since {@code main} began.
 */
final class FirstResultWorker {
  private static final int WORDS = 1024;
  private static final String IMAGE = ".xclbin";

  private FirstResultWorker() {}

  /** The arguments for a kernel on an engine, from its image or else from its sources. */
  static List<String> arguments(CorpusDesign kernel, String engine, List<Path> from) {
    return Stream.concat(
            Stream.of(
                engine,
                kernel.job(),
                kernel.description().toString(),
                kernel.top(),
                String.join(",", kernel.clocks().keySet())),
            from.stream().map(Path::toString))
        .toList();
  }

  /**
   * Runs the kernel once.
   *
   * @param arguments as {@link #arguments} gives them
   */
  public static void main(String[] arguments) throws IOException {
    long begun = System.nanoTime();
    EngineKind engine = EngineKind.parse(arguments[0]).orElseThrow();
    String top = arguments[3];
    List<Path> files =
        List.of(arguments).subList(5, arguments.length).stream().map(Path::of).toList();
    CorpusDesign kernel = kernel(arguments[1], Path.of(arguments[2]), top, files);
    CompiledDesign design =
        files.getFirst().toString().endsWith(IMAGE)
            ? engine.compile(
                RtlImage.read(Files.readAllBytes(files.getFirst())).kernels().getFirst().netlist())
            : compile(
                engine,
                kernel.sources(),
                top,
                Stream.of(arguments[4].split(",", -1)).map(Clock::rising).toList());
    try (KernelRun run =
        new KernelRun(kernel, design::newEngine, design.ports(), HarnessOptions.DEFAULT, 1 << 20)) {
      run.run(WORDS, 1);
    }
    System.out.println(System.nanoTime() - begun);
  }

  /** Sources that nobody has compiled before. */
  private static CompiledDesign compile(
      EngineKind engine, Sources sources, String top, List<Clock> clocks) throws IOException {
    return engine == EngineKind.JVM
        ? JvmEngine.compile(FrontEnd.find(Duration.ofMinutes(5)).elaborate(sources, top).netlist())
        : VerilatorEngine.compile(sources, top, clocks, ModelFolder.withoutModels());
  }

  /**
   * The corpus reads its descriptions with a JSON library that a user of a kernel has no need of.
   */
  private static CorpusDesign kernel(String job, Path description, String top, List<Path> files) {
    return new CorpusDesign(
        top,
        Path.of(""),
        "",
        top,
        CorpusDesign.Kind.KERNEL,
        files,
        Map.of(),
        Map.of(),
        Map.of(),
        description,
        job,
        Set.of(),
        Set.of(),
        false);
  }
}
