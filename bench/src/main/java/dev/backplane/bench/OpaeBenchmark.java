package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Registers;
import dev.backplane.api.Token;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.OpaePlugin;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls of native plugins of OPAE, from Java. */
@NullUnmarked // JMH fills the fields before it calls.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpaeBenchmark {
  static final int INSTANCES = 10;
  static final int RESOURCES = 100;
  private static final List<Filter> EVERYTHING = List.of();

  /** On a board, accelerators come after the device. */
  private static final List<Filter> ACCELERATORS =
      List.of(Filter.any().withObjectType(ObjectType.ACCELERATOR));

  private Arena arena;
  private Path folder;
  private Backplane backplane;
  private Device device;
  private Registers registers;
  private Opae functions;
  private long handle;
  private long place;
  private long offset;

  /**
   * Opens one of 1000 resources of 10 instances of a plugin.
   *
   * @throws IOException if the plugin cannot be compiled
   */
  @Setup
  public void open() throws IOException {
    arena = Arena.ofShared();
    folder = Files.createTempDirectory("backplane-bench");
    Path plugin = OpaePrograms.plugin(folder);
    backplane = Backplane.open(OpaePrograms.configuration(folder, plugin, INSTANCES, RESOURCES));
    device = backplane.token("boards3/0000:04:00.1-accelerator").open();
    registers = device.facet(Registers.class);
    if (registers.map().isPresent()) {
      throw new IllegalStateException("the plugin's registers are mapped");
    }
    OpaePlugin instance = backplane.plugin("boards3").extension(OpaePlugin.class).orElseThrow();
    functions = instance.functions();
    place = arena.allocate(2 * Long.BYTES, Long.BYTES).address();
    int result = functions.open(instance.token("0000:04:00.1-accelerator"), place, 0);
    if (result != 0) {
      throw new IllegalStateException("fpgaOpen answers " + result);
    }
    handle = RawMemory.getLong(place);
    offset = 64;
  }

  /**
   * Closes what was opened.
   *
   * @throws IOException if the plugin's file cannot be deleted
   */
  @TearDown
  public void close() throws IOException {
    functions.close(handle);
    device.close();
    backplane.close();
    arena.close();
    EngineArea.delete(folder);
  }

  /** {@return a register, read as a program in Java reads it} */
  @Benchmark
  public long registerRead() {
    return registers.read64(offset);
  }

  /** {@return a register, read by the plugin's function as the library in C calls it} */
  @Benchmark
  public long functionRead() {
    return functions.readMmio64(handle, 0, offset, place) + RawMemory.getLong(place);
  }

  /** {@return all tokens} */
  @Benchmark
  public List<Token> enumerate() {
    return backplane.enumerate(EVERYTHING);
  }

  /** {@return the tokens of four of five resources, which a filter matches} */
  @Benchmark
  public List<Token> filtered() {
    return backplane.enumerate(ACCELERATORS);
  }
}
