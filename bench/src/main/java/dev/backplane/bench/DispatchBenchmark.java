package dev.backplane.bench;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.Registers;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls through the plugin manager beside the same calls to the driver's own object. */
@NullUnmarked // JMH fills the fields before it calls.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DispatchBenchmark {
  private static final int INSTANCES = 10;
  private static final List<Filter> EVERYTHING = List.of();

  private Backplane backplane;
  private Device device;
  private Registers wrapped;
  private Registers direct;
  private long offset;

  /**
   * Opens one of 100 devices of 10 plugin instances.
   *
   * @throws IOException if the configuration cannot be written
   */
  @Setup
  public void open() throws IOException {
    Path configuration = Files.createTempFile("backplane-bench", ".json");
    Files.writeString(
        configuration,
        IntStream.range(0, INSTANCES)
            .mapToObj(i -> "{\"module\": \"bench\", \"name\": \"bench" + i + "\"}")
            .collect(Collectors.joining(",", "{\"plugins\": [", "]}")));
    backplane = Backplane.open(configuration);
    Files.delete(configuration);
    device = backplane.token("bench3/device4").open();
    wrapped = device.facet(Registers.class);
    direct = device.extension(BenchDriver.Words.class).orElseThrow();
    offset = 64;
  }

  /** Closes what was opened. */
  @TearDown
  public void close() {
    device.close();
    backplane.close();
  }

  /** {@return a register, read from the driver's object} */
  @Benchmark
  public int directRead() {
    return direct.read32(offset);
  }

  /** {@return a register, read through the manager's wrapper} */
  @Benchmark
  public int wrappedRead() {
    return wrapped.read32(offset);
  }

  /** {@return the tokens of 100 devices of 10 plugin instances} */
  @Benchmark
  public List<Token> enumerate() {
    return backplane.enumerate(EVERYTHING);
  }
}
