package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelXml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kernel of the corpus on an engine, with memory, ready to run its job. */
public final class KernelRun implements AutoCloseable {
  private static final RunLimits LIMITS = RunLimits.ofCycles(200_000_000);

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory;
  private final KernelHarness harness;
  private final KernelMetadata kernel;
  private final KernelJob job;

  /**
   * Puts a kernel on the bench and resets it.
   *
   * @param design the kernel
   * @param engines makes engines of it
   * @param ports its ports
   * @param options how the surroundings behave
   * @param bytes size of the memory
   */
  public KernelRun(
      CorpusDesign design,
      Supplier<? extends Engine> engines,
      List<Port> ports,
      HarnessOptions options,
      long bytes) {
    memory = arena.allocate(bytes, 4096);
    job = KernelJobs.of(design.job());
    try {
      kernel = KernelXml.read(Files.readAllBytes(design.description()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    harness =
        new KernelHarness(
            engines,
            KernelPorts.of(ports),
            ControlProtocol.of(kernel.protocol()),
            new OneRegion(new BusMemory.Region(KernelJob.BASE, memory, true)),
            options);
    harness.reset();
  }

  private record OneRegion(BusMemory.Region region) implements BusMemory {
    @Override
    public @Nullable Region find(String master, long address) {
      return region.contains(address) ? region : null;
    }

    @Override
    public String describe(long address) {
      return "0x%x in the memory of the job".formatted(address - region.base());
    }
  }

  /**
   * Runs the job once and checks its result.
   *
   * @param scale about how many words
   * @param seed where the data come from
   * @return what it took
   * @throws IllegalStateException if the result is wrong
   */
  public RunOutcome run(int scale, long seed) {
    KernelJob.Call call = job.prepare(memory, scale, new Random(seed));
    write(call);
    RunOutcome outcome = harness.run(LIMITS);
    String problem = call.check().problem(memory);
    if (!problem.isEmpty()) {
      throw new IllegalStateException(kernel.name() + ", seed " + seed + ": " + problem);
    }
    return outcome;
  }

  /**
   * Prepares a call that {@link #again} repeats.
   *
   * @param scale about how many words
   * @param seed where the data come from
   */
  public void prepare(int scale, long seed) {
    write(job.prepare(memory, scale, new Random(seed)));
  }

  /** {@return what a run with the memory and the arguments as they are takes} */
  public RunOutcome again() {
    return harness.run(LIMITS);
  }

  /** {@return the harness} */
  public KernelHarness harness() {
    return harness;
  }

  private void write(KernelJob.Call call) {
    for (ArgComponent argument : kernel.args()) {
      Long value = call.arguments().get(argument.name());
      if (value == null) {
        throw new IllegalArgumentException("the job has no argument " + argument.name());
      }
      harness.writeRegister(argument.offset(), value.intValue());
      if (argument.size() > 4) {
        harness.writeRegister(argument.offset() + 4, (int) (value >>> 32));
      }
    }
  }

  @Override
  public void close() {
    harness.close();
    arena.close();
  }
}
