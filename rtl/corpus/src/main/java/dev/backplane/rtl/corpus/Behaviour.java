package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.harness.HarnessOptions;

/** Plays a design and records its behaviour, for comparisons of front ends. */
public final class Behaviour {
  private static final int TICKS = 800;

  private Behaviour() {}

  /**
   * {@return the behaviour of a design: the cycles of its job if it is a kernel, else a digest of
   * its outputs}
   */
  public static Object of(CorpusDesign design, CompiledDesign compiled) {
    if (design.kind() == CorpusDesign.Kind.KERNEL) {
      try (KernelRun run =
          new KernelRun(
              design,
              compiled::newEngine,
              compiled.ports(),
              HarnessOptions.DEFAULT.withRandomStalls(30, true, 7),
              1 << 18)) {
        return run.run(200, 3).cycles();
      }
    }
    try (Engine engine = compiled.newEngine()) {
      return new PinDriver(engine, PinStimulus.of(design, compiled.ports(), TICKS, 3)).play(TICKS);
    }
  }
}
