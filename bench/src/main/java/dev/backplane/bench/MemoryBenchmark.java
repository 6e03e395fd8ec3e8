package dev.backplane.bench;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.Memory;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Buffers of the software card: making them, and sync beside a plain copy of as many bytes. */
@NullUnmarked // JMH fills the fields before it calls.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MemoryBenchmark {
  private static final long BYTES = 64L << 20;
  private static final int SMALL = 4096;

  /** The number of buffers that are there before the measurement. */
  @Param({"0", "10000"})
  public int held;

  private final List<Buffer> others = new ArrayList<>();
  private Backplane backplane;
  private Device device;
  private Memory memory;
  private Buffer buffer;
  private Arena arena;
  private MemorySegment from;
  private MemorySegment to;

  /**
   * Opens a card, makes buffers on it and touches all pages that are copied.
   *
   * @throws IOException if the configuration cannot be written
   */
  @Setup
  public void open() throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(
        configuration, "{\"plugins\": [{\"module\": \"softcard\", \"name\": \"card\"}]}");
    backplane = Backplane.open(configuration);
    Files.delete(configuration);
    device = backplane.enumerate(List.of()).getFirst().open();
    memory = device.facet(Memory.class);
    buffer = memory.allocate(BYTES, 0);
    buffer.host().fill((byte) 1);
    buffer.sync();
    arena = Arena.ofShared();
    from = arena.allocate(BYTES, SMALL).fill((byte) 1);
    to = arena.allocate(BYTES, SMALL).fill((byte) 2);
    for (int i = 0; i < held; i++) {
      others.add(memory.allocate(SMALL, 0));
    }
  }

  /** Closes what was opened. */
  @TearDown
  public void close() {
    arena.close();
    device.close();
    backplane.close();
  }

  /** Makes a buffer of a page and frees it. */
  @Benchmark
  public void allocateAndFree() {
    memory.allocate(SMALL, 0).close();
  }

  /** {@return a buffer of 64 MiB, synced to the device} */
  @Benchmark
  public Buffer sync() {
    return buffer.sync();
  }

  /** {@return a buffer of 64 MiB, synced to the host} */
  @Benchmark
  public Buffer syncBack() {
    return buffer.syncBack();
  }

  /** {@return 64 MiB, copied} */
  @Benchmark
  public MemorySegment plainCopy() {
    return to.copyFrom(from);
  }
}
