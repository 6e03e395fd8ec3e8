package dev.backplane.bench;

import dev.backplane.bench.verilator.VerilatorEngine;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.image.ImageKernel;
import dev.backplane.rtl.image.RtlImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One of the shipped kernels on the bench with its data in memory, on either engine. Surroundings
 * are the same for both: the AXI models in Java, one memory of 16 MiB, a latency of 8 cycles.
 */
final class KernelRig implements AutoCloseable {
  private static final long MEMORY = 16L << 20;
  private static final RunLimits LIMITS =
      new RunLimits(Long.MAX_VALUE, TimeUnit.MINUTES.toNanos(2), () -> false);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(MEMORY, 4096);
  private final KernelHarness harness;
  private final String kernel;

  KernelRig(String kernel, String engine) throws Exception {
    this.kernel = kernel;
    Path folder = Path.of("examples", kernel);
    ImageKernel image =
        RtlImage.read(Files.readAllBytes(folder.resolve(kernel + ".xclbin"))).kernel(kernel);
    BusMemory.Region all = new BusMemory.Region(0, memory, true);
    harness =
        new KernelHarness(
            engine(engine, image, folder),
            image.ports(),
            image.protocol(),
            new OneRegion(all),
            HarnessOptions.DEFAULT);
    harness.reset();
    fill();
  }

  private record OneRegion(BusMemory.Region region) implements BusMemory {
    @Override
    public Region find(String master, long address) {
      if (!region.contains(address)) {
        throw new IllegalStateException("address 0x" + Long.toHexString(address));
      }
      return region;
    }

    @Override
    public String describe(long address) {
      return "memory of the benchmark";
    }
  }

  private static Supplier<Engine> engine(String name, ImageKernel image, Path folder)
      throws Exception {
    return switch (name) {
      case "jvm" -> {
        CompiledDesign design = JvmEngine.compile(image.netlist());
        yield design::newEngine;
      }
      case "verilator" -> {
        Path work = Files.createTempDirectory("backplane-bench");
        List<Path> sources =
            List.of(Path.of("examples/rtl/ap_ctrl_hs.sv"), folder.resolve(image.name() + ".sv"));
        VerilatorEngine engine = VerilatorEngine.build(sources, image.name(), work);
        delete(work);
        yield () -> engine;
      }
      default -> throw new IllegalArgumentException("no engine " + name);
    };
  }

  /** The library is mapped by now; its file is not needed any more. */
  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void fill() {
    for (long i = 0; i < MEMORY / Integer.BYTES; i++) {
      memory.setAtIndex(ValueLayout.JAVA_INT, i, (int) (i * 2654435761L));
    }
  }

  /** Bytes of input that one run takes. */
  long bytes() {
    return kernel.equals("vadd") ? 8L << 20 : 1L << 20;
  }

  /** Runs once; gives the clock cycles simulated. */
  long run() {
    if (kernel.equals("vadd")) {
      pointer(0x10, 0);
      pointer(0x1c, 4L << 20);
      pointer(0x28, 8L << 20);
      harness.writeRegister(0x34, 1 << 20);
    } else {
      pointer(0x10, 0);
      pointer(0x1c, 1L << 20);
      pointer(0x28, 8L << 20);
    }
    return harness.run(LIMITS).simulatedCycles();
  }

  private void pointer(long offset, long value) {
    harness.writeRegister(offset, (int) value);
    harness.writeRegister(offset + 4, (int) (value >>> 32));
  }

  @Override
  public void close() {
    harness.close();
    arena.close();
  }
}
