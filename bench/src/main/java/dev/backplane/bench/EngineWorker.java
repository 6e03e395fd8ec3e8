package dev.backplane.bench;

import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.corpus.KernelRun;
import dev.backplane.rtl.corpus.PinDriver;
import dev.backplane.rtl.corpus.PinStimulus;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * One design on one engine in a process of its own, so that what the compiler learned of one does
 * not slow down another. Answers lines: {@code check} with the cycles of a fixed piece of work and
 * a digest of what came out, {@code run NANOS} with cycles and CPU nanoseconds of about that much
 * work, {@code size} with the resident set in bytes.
 */
final class EngineWorker {
  private static final int STIMULUS_TICKS = 1024;
  private static final int CHECKED_TICKS = 5_000;
  static final int SCALE = 8_192;
  static final long SEED = 1;
  static final long MEMORY = 2L << 20;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Work that can be done again and again. */
  private interface Work {
    /** Does a fixed piece and gives the cycles and a digest of what came out. */
    String check();

    /** Does about so many cycles, and gives how many it were. */
    long run(long cycles);
  }

  private EngineWorker() {}

  /**
   * Answers until the input ends.
   *
   * @param arguments design, engine, file of the netlist
   */
  public static void main(String[] arguments) throws Exception {
    CorpusDesign design = Corpus.find().design(arguments[0]);
    long began = System.nanoTime();
    Supplier<Engine> engines = engines(design, arguments[1], Path.of(arguments[2]));
    Work work =
        design.kind() == CorpusDesign.Kind.KERNEL ? kernel(design, engines) : pins(design, engines);
    System.out.println("ready " + (System.nanoTime() - began));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(answer(line, work));
    }
  }

  private static String answer(String line, Work work) throws IOException {
    return switch (line) {
      case "check" -> work.check();
      case "size" -> String.valueOf(residentBytes());
      default -> timed(work, Long.parseLong(line.substring("run ".length())));
    };
  }

  /** In pieces that grow, so that quick and slow designs both come out near the time wanted. */
  private static String timed(Work work, long nanos) {
    long begun = THREADS.getCurrentThreadCpuTime();
    long cycles = 0;
    long piece = 64;
    long spent = 0;
    while (spent < nanos) {
      cycles += work.run(piece);
      spent = THREADS.getCurrentThreadCpuTime() - begun;
      if (spent < nanos / 8) {
        piece *= 2;
      }
    }
    return cycles + " " + spent;
  }

  private static Supplier<Engine> engines(CorpusDesign design, String engine, Path file)
      throws IOException {
    Netlist netlist = NetlistReader.read(Files.readString(file));
    return switch (engine) {
      case "jvm" -> JvmEngine.compile(netlist)::newEngine;
      case "verilator" ->
          VerilatorEngine.compile(
                  design.sources(), design.top(), netlist.clocks(), ModelFolder.withoutModels())
              ::newEngine;
      default -> throw new IllegalArgumentException("no engine " + engine);
    };
  }

  private static Work pins(CorpusDesign design, Supplier<Engine> engines) {
    Engine engine = engines.get();
    List<Port> ports = engine.pins().stream().map(Pin::port).toList();
    PinDriver driver = new PinDriver(engine, stimulus(design, ports));
    return new Work() {
      @Override
      public String check() {
        return CHECKED_TICKS + " " + driver.play(CHECKED_TICKS);
      }

      @Override
      public long run(long cycles) {
        driver.play((int) Math.min(cycles, 1 << 20));
        return Math.min(cycles, 1 << 20);
      }
    };
  }

  /** {@return what the inputs of a design are driven with, whoever drives them} */
  static PinStimulus stimulus(CorpusDesign design, List<Port> ports) {
    return PinStimulus.of(design, ports, STIMULUS_TICKS, SEED);
  }

  private static Work kernel(CorpusDesign design, Supplier<Engine> engines) {
    Engine first = engines.get();
    List<Port> ports = first.pins().stream().map(Pin::port).toList();
    KernelRun run = new KernelRun(design, () -> first, ports, HarnessOptions.DEFAULT, MEMORY);
    return new Work() {
      private Supplier<RunOutcome> again =
          () -> {
            throw new IllegalStateException("check comes first");
          };

      @Override
      public String check() {
        String seen = run.run(SCALE, SEED).simulatedCycles() + " " + run.digest();
        again = run.prepare(SCALE, SEED);
        return seen;
      }

      @Override
      public long run(long cycles) {
        long done = 0;
        while (done < cycles) {
          done += again.get().simulatedCycles();
        }
        return done;
      }
    };
  }

  private static long residentBytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(0);
  }
}
