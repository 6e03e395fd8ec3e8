package dev.backplane.bench;

import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.corpus.KernelRun;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.engine.VerilatorEngine;
import dev.backplane.rtl.engine.VerilatorOptions;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One kernel from what a person has to a checked result, in a process that did nothing before.
 * Prints the nanoseconds since {@code main} began.
 */
final class FirstResultWorker {
  private static final int WORDS = 1024;

  private FirstResultWorker() {}

  /**
   * Runs the kernel once.
   *
   * @param arguments design, engine, and the file of its netlist if it does not begin with sources
   */
  public static void main(String[] arguments) throws IOException {
    long begun = System.nanoTime();
    CorpusDesign kernel = Corpus.find().design(arguments[0]);
    CompiledDesign design = design(kernel, arguments);
    try (KernelRun run =
        new KernelRun(kernel, design::newEngine, design.ports(), HarnessOptions.DEFAULT, 1 << 20)) {
      run.run(WORDS, 1);
    }
    System.out.println(System.nanoTime() - begun);
  }

  private static CompiledDesign design(CorpusDesign kernel, String[] arguments) throws IOException {
    boolean jvm = arguments[1].equals("jvm");
    if (arguments.length > 2) {
      Netlist netlist = NetlistReader.read(Files.readString(Path.of(arguments[2])));
      // An image that was seen before: models of it are in the cache.
      return jvm
          ? JvmEngine.compile(netlist)
          : VerilatorEngine.compile(netlist, VerilatorOptions.standard());
    }
    return jvm
        ? JvmEngine.compile(
            FrontEnd.find(Duration.ofMinutes(5))
                .elaborate(kernel.sources(), kernel.top())
                .netlist())
        : VerilatorEngine.compile(
            kernel.sources(),
            kernel.top(),
            List.copyOf(kernel.clocks().keySet()),
            ModelFolder.withoutModels());
  }
}
