package dev.backplane.rtl.testing;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.trace.WaveformRecorder;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.axi.AxiStreams;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.KernelArgument;
import java.lang.foreign.Arena;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs one case on one engine with one pattern of back-pressure. Used once, by one thread. */
final class CaseRun {
  /** Cycles in which a kernel that is done may send what nobody expects. */
  private static final long CYCLES_AFTER_DONE = 256;

  private final KernelUnderTest kernel;
  private final TestCase.Variant variant;
  private final TestCase test;
  private final @Nullable Object code;
  private final BooleanSupplier cancelled;
  private final Differences differences = new Differences();
  private final List<String> warnings = new ArrayList<>();
  private long cycles;

  /**
   * Prepares a run.
   *
   * @param kernel the kernel
   * @param variant the case, the engine and the seed
   * @param code a {@link KernelModel} or a {@link KernelCheck} for this run only, or null
   * @param cancelled whether to stop; another thread may change it
   */
  CaseRun(
      KernelUnderTest kernel,
      TestCase.Variant variant,
      @Nullable Object code,
      BooleanSupplier cancelled) {
    this.kernel = kernel;
    this.variant = variant;
    this.code = code;
    this.cancelled = cancelled;
    test = variant.test();
  }

  /**
   * Runs it.
   *
   * @param design the kernel for the engine
   * @param waveform where all pins are recorded, from the given cycle on; empty for no recording
   * @param from the first cycle of the recording
   */
  CaseResult run(CompiledDesign design, Optional<Path> waveform, long from) {
    long start = System.nanoTime();
    CaseResult.Status status = CaseResult.Status.PASSED;
    try {
      execute(design, waveform, from);
      if (!differences.isEmpty()) {
        status = CaseResult.Status.FAILED;
      }
    } catch (RtlException e) {
      status = isOfTheKernel(e.error()) ? CaseResult.Status.FAILED : CaseResult.Status.ERROR;
      differences.add(String.valueOf(e.getMessage()));
      if (e.error() == RtlError.CANCELLED) {
        throw e;
      }
    } catch (IllegalArgumentException | IllegalStateException e) {
      // What the harness refuses: a packet that does not fit a stream, for example.
      status = CaseResult.Status.ERROR;
      differences.add(String.valueOf(e.getMessage()));
    }
    return new CaseResult(
        variant.name(),
        test.name(),
        variant.engine().text(),
        variant.seed(),
        test.line(),
        status,
        differences.text(),
        cycles,
        System.nanoTime() - start,
        warnings,
        waveform);
  }

  private static boolean isOfTheKernel(RtlError error) {
    return switch (error) {
      case PROTOCOL_VIOLATION, ADDRESS_FAULT, NO_PROGRESS, KERNEL_FAILED, TIMEOUT -> true;
      default -> false;
    };
  }

  private void execute(CompiledDesign design, Optional<Path> waveform, long from) {
    TestCase.Options options = test.options();
    HarnessOptions.Builder harnessOptions =
        HarnessOptions.builder()
            .latency(options.latency())
            .watchdogCycles(options.watchdogCycles())
            .warnings(options.warnings())
            .warningSink(warnings::add);
    if (variant.seed() != 0) {
      harnessOptions.stallPercent(options.stallPercent()).shuffle(true).seed(variant.seed());
    }
    Optional<FailureRecorder> recorder =
        waveform.map(
            file -> new FailureRecorder(new WaveformRecorder(file, from, Long.MAX_VALUE - from)));
    recorder.ifPresent(harnessOptions::observer);
    try (Arena arena = Arena.ofConfined()) {
      CaseMemory memory = new CaseMemory(kernel, test.buffers(), arena);
      try (KernelHarness harness =
          new KernelHarness(
              design::newEngine,
              kernel.ports(),
              kernel.protocol(),
              memory,
              harnessOptions.build())) {
        try {
          harness.reset();
          for (int run = 0; run < options.runs() && differences.isEmpty(); run++) {
            memory.fill(test.buffers());
            once(harness, memory);
          }
          if (!differences.isEmpty()) {
            recorder.ifPresent(each -> each.failed(differences.text()));
          }
        } catch (RtlException e) {
          recorder.ifPresent(each -> each.failed(String.valueOf(e.getMessage())));
          throw e;
        } finally {
          cycles = harness.cycles();
        }
      }
    }
  }

  private void once(KernelHarness harness, CaseMemory memory) {
    CaseArguments before = inputs();
    CaseArguments model = before.copy();
    if (code instanceof KernelModel computes) {
      call("the model", () -> computes.compute(model));
    }
    writeArguments(harness, memory);
    test.packets()
        .forEach(
            (name, packets) ->
                packets.forEach(
                    packet -> AxiStreams.of(harness).source(port(name)).send(packet.bytes())));
    StreamOutputs streams = new StreamOutputs(harness, kernel, expectedPackets(model));
    simulate(harness, streams);
    CaseArguments after = results(memory, streams);
    compare(harness, memory, model, after);
    if (code instanceof KernelCheck checks) {
      call("the check", () -> checks.check(before, after));
    }
  }

  private CaseArguments inputs() {
    Map<String, byte[]> buffers = new LinkedHashMap<>();
    test.buffers().forEach((name, contents) -> buffers.put(name, contents.bytes()));
    Map<String, List<byte[]>> streams = new LinkedHashMap<>();
    kernel.outputStreams().forEach(name -> streams.put(name, List.of()));
    test.packets()
        .forEach(
            (name, packets) -> streams.put(name, packets.stream().map(Contents::bytes).toList()));
    return new CaseArguments(buffers, test.numbers(), streams);
  }

  private CaseArguments results(CaseMemory memory, StreamOutputs streams) {
    Map<String, byte[]> buffers = new LinkedHashMap<>();
    test.buffers().keySet().forEach(name -> buffers.put(name, memory.bytes(name)));
    return new CaseArguments(buffers, test.numbers(), streams.take());
  }

  /**
   * {@return the packets that output streams have to send, by name} The case's file takes
   * precedence over the model.
   */
  private Map<String, List<Contents>> expectedPackets(CaseArguments model) {
    Map<String, List<Contents>> expected = new LinkedHashMap<>();
    if (code instanceof KernelModel) {
      for (String name : kernel.outputStreams()) {
        expected.put(
            name,
            model.packets(name).stream()
                .map(packet -> new Contents(kernel.streamType(name), packet, 0, 0))
                .toList());
      }
    }
    test.expectedPackets()
        .forEach((name, packets) -> expected.put(kernel.outputName(name), packets));
    return expected;
  }

  private String port(String name) {
    return kernel.stream(name).map(BusInterface::name).orElse(name);
  }

  private void writeArguments(KernelHarness harness, CaseMemory memory) {
    for (KernelArgument argument : kernel.arguments()) {
      if (argument.qualifier() == AddressQualifier.STREAM) {
        continue;
      }
      ByteBuffer bits = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      BigDecimal number = test.numbers().get(argument.name());
      if (number == null) {
        bits.putLong(memory.address(argument.name()));
      } else {
        CaseReader.scalarType(argument).put(bits, number);
      }
      for (int at = 0; at < Math.min(argument.size(), Long.BYTES); at += Integer.BYTES) {
        harness.writeRegister(argument.offset() + at, bits.getInt(at));
      }
    }
  }

  private void simulate(KernelHarness harness, StreamOutputs streams) {
    RunLimits limits = new RunLimits(test.options().maxCycles(), Long.MAX_VALUE, cancelled);
    switch (kernel.protocol()) {
      case AP_CTRL_HS, AP_CTRL_CHAIN -> harness.run(limits);
      case AP_CTRL_NONE, USER_MANAGED, MMIO -> {
        test.control()
            .writes()
            .forEach(write -> harness.writeRegister(write.offset(), write.value()));
        test.control().done().ifPresent(done -> awaitRegister(harness, done));
        harness.advance(test.control().cycles());
      }
    }
    if (streams.areExpected()) {
      try {
        harness.advanceUntil(streams::areComplete, limits);
        harness.advance(CYCLES_AFTER_DONE);
      } catch (RtlException e) {
        // A stream that sends too little is told as that.
        if (e.error() != RtlError.NO_PROGRESS && e.error() != RtlError.TIMEOUT) {
          throw e;
        }
      }
    }
  }

  private void awaitRegister(KernelHarness harness, TestCase.RegisterValue done) {
    long start = harness.cycles();
    while ((harness.readRegister(done.offset()) & done.mask()) != (done.value() & done.mask())) {
      if (cancelled.getAsBoolean()) {
        throw new RtlException(RtlError.CANCELLED, "the run was cancelled");
      }
      if (harness.cycles() - start > test.options().maxCycles()) {
        throw new RtlException(
            RtlError.TIMEOUT,
            "register 0x%x did not show that the kernel is done within %d cycles"
                .formatted(done.offset(), test.options().maxCycles()));
      }
      harness.checkProgress(start);
    }
  }

  private void compare(
      KernelHarness harness, CaseMemory memory, CaseArguments model, CaseArguments after) {
    test.expected()
        .forEach((name, expected) -> differences.compare(name, after.bytes(name), expected));
    if (code instanceof KernelModel) {
      test.buffers()
          .forEach(
              (name, contents) ->
                  differences.compare(
                      name,
                      after.bytes(name),
                      new Contents(contents.type(), model.bytes(name), 0, 0)));
    }
    expectedPackets(model)
        .forEach((name, packets) -> differences.compare(name, after.packets(name), packets));
    for (String name : test.buffers().keySet()) {
      OptionalLong beyond = memory.writtenBeyond(name);
      if (beyond.isPresent()) {
        differences.add(
            "the kernel wrote past the end of %s, %d bytes behind its last one"
                .formatted(name, beyond.getAsLong() + 1));
      }
    }
    for (TestCase.RegisterValue register : test.expectedRegisters()) {
      int is = harness.readRegister(register.offset()) & register.mask();
      if (is != (register.value() & register.mask())) {
        differences.add(
            "register 0x%x is 0x%08x, expected 0x%08x"
                .formatted(register.offset(), is, register.value() & register.mask()));
      }
    }
  }

  /** Something of the test's Java code. */
  private interface Code {
    void run() throws Exception;
  }

  private void call(String what, Code work) {
    try {
      work.run();
    } catch (RtlException e) {
      throw e;
    } catch (AssertionError e) {
      differences.add(what + " says: " + e.getMessage());
    } catch (Exception | LinkageError | StackOverflowError e) {
      differences.add("%s failed: %s%s".formatted(what, e, place(e)));
    }
  }

  private static String place(Throwable thrown) {
    return thrown.getStackTrace().length == 0 ? "" : " at " + thrown.getStackTrace()[0];
  }
}
