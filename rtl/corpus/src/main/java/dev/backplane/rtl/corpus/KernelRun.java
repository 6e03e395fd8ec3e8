package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.axi.AxiStreams;
import dev.backplane.rtl.harness.axi.StreamSink;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import dev.backplane.xclbin.KernelMetadata;
import dev.backplane.xclbin.KernelXml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kernel of the corpus on an engine, with memory, ready to run its workload. */
public final class KernelRun implements AutoCloseable {
  private static final RunLimits LIMITS = RunLimits.ofCycles(200_000_000);

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory;
  private final KernelHarness harness;
  private final KernelMetadata kernel;
  private final KernelWorkload workload;
  private final List<String> streamsOut;
  private final Map<String, byte[]> received = new HashMap<>();

  /**
   * Creates a harness for a kernel and resets it.
   *
   * @param design the kernel
   * @param engines creates its engines
   * @param ports its ports
   * @param options options of the harness
   * @param bytes the size of the memory
   */
  public KernelRun(
      CorpusDesign design,
      Supplier<? extends Engine> engines,
      List<Port> ports,
      HarnessOptions options,
      long bytes) {
    this(
        design,
        engines,
        ports,
        options,
        bytes,
        memory -> new OneRegion(new BusMemory.Region(KernelWorkload.BASE, memory, true)));
  }

  /**
   * The same with memory that is not simply there.
   *
   * @param mapping what the kernel sees of the memory
   */
  KernelRun(
      CorpusDesign design,
      Supplier<? extends Engine> engines,
      List<Port> ports,
      HarnessOptions options,
      long bytes,
      Function<MemorySegment, BusMemory> mapping) {
    memory = arena.allocate(bytes, 4096);
    workload = KernelWorkloads.of(design.job());
    try {
      kernel = KernelXml.read(Files.readAllBytes(design.description()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    KernelPorts sorted = KernelPorts.of(ports);
    streamsOut =
        sorted.streams().stream()
            .filter(BusInterface::isStreamOut)
            .map(BusInterface::name)
            .toList();
    harness =
        new KernelHarness(
            engines, sorted, ControlProtocol.of(kernel.protocol()), mapping.apply(memory), options);
    harness.reset();
  }

  private record OneRegion(BusMemory.Region region) implements BusMemory {
    @Override
    public @Nullable Region find(String master, long address) {
      return region.contains(address) ? region : null;
    }

    @Override
    public String describe(String master, long address) {
      return "0x%x in the memory of the job".formatted(address - region.base());
    }
  }

  /**
   * Runs the workload once and checks its result.
   *
   * @param scale about how many words
   * @param seed the seed of the data
   * @return the outcome
   * @throws IllegalStateException if the result is wrong
   */
  public RunOutcome run(int scale, long seed) {
    KernelWorkload.Call call = workload.prepare(memory, scale, new Random(seed));
    write(call);
    RunOutcome outcome = finish(call);
    String problem = call.check().problem(memory, received);
    if (!problem.isEmpty()) {
      throw new IllegalStateException(kernel.name() + ", seed " + seed + ": " + problem);
    }
    return outcome;
  }

  /**
   * Prepares a call, which can be repeated.
   *
   * @param scale about how many words
   * @param seed the seed of the data
   * @return makes the call with the current memory and arguments
   */
  public Supplier<RunOutcome> prepare(int scale, long seed) {
    KernelWorkload.Call call = workload.prepare(memory, scale, new Random(seed));
    write(call);
    return () -> finish(call);
  }

  private RunOutcome finish(KernelWorkload.Call call) {
    call.packets().forEach((port, packet) -> AxiStreams.of(harness).source(port).send(packet));
    RunOutcome outcome = harness.run(LIMITS);
    received.clear();
    for (String port : streamsOut) {
      StreamSink sink = AxiStreams.of(harness).sink(port);
      if (sink.packets() == 0) {
        // The kernel is done when it has sent everything to the queue at its output, which may
        // stall.
        harness.advanceUntil(() -> sink.packets() > 0, RunLimits.ofCycles(10_000));
      }
      received.put(port, sink.takePacket().orElseThrow());
    }
    return outcome;
  }

  /** {@return a hash of the memory and of the packets received last} */
  public long digest() {
    long digest = 0;
    for (byte each : memory.toArray(ValueLayout.JAVA_BYTE)) {
      digest = digest * 31 + (each & 0xff);
    }
    for (String port : streamsOut) {
      for (byte each : received.getOrDefault(port, new byte[0])) {
        digest = digest * 31 + (each & 0xff);
      }
    }
    return digest;
  }

  /** {@return the harness} */
  public KernelHarness harness() {
    return harness;
  }

  private void write(KernelWorkload.Call call) {
    for (ArgComponent argument : kernel.args()) {
      Long value = call.arguments().get(argument.name());
      if (argument.qualifier() == AddressQualifier.STREAM) {
        continue;
      }
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
